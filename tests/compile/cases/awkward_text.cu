// Text that misleads a reader by brackets: raw strings, continuations, dead code, macros that open braces.
#include <string>

#define BEGIN {
#define END }
#define LONG_MACRO(a, b) \
  ((a) + \
   (b))

const char* banner = R"x(
__global__ void not_a_kernel() { }}}
)y")x";
static const std::string quoted = "\"{ \\";  // } \
int main() { still a comment
char open_brace = '{', quote = '\'', escape = '\\';

#if 0
__global__ void disabled( {{{
#endif

template <class T> struct Box { T value; };

__device__ Box<Box<int>> nested() { return {{7}}; }

__global__ void real_kernel(int *p, int n)
{
    *p = LONG_MACRO(n, nested().value.value) << 1 >> 1;   /* } */
    if (n > 1'000'000) { *p = 0x1F; } // {
}

int helper() BEGIN return sizeof(banner) + sizeof(open_brace); END

#ifdef BUILD_MAIN
int main() {
#else
int not_main() {
#endif
  return helper() + (int)quoted.size() + quote + escape;
}
