// Never returns.

extern "C" void solve(const float*, float*, int, int) {
  for (volatile int i = 0;; i = i + 1) {
  }
}
