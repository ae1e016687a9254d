// Lines that end in CR LF.
#include <vector>
__global__ void crlf(int* p) {
	*p = 1;
}
int main() {
  std::vector<int> v;
  crlf<<<1, 1>>>(v.data());
}
