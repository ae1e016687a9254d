// Every thread takes the lock in turn; what it adds to must be read inside.
extern "C" __global__ void buggy(float*, const float*, int, int* ints) {
  bool done = false;
  while (!done) {
    const int before = ints[1];  // BUG global_race
    asm volatile("" ::: "memory");  // or else the compiler mends it
    if (atomicCAS(&ints[0], 0, 1) != 0) continue;
    ints[1] = before + 1;
    __threadfence();
    atomicExch(&ints[0], 0);
    done = true;
  }
}

extern "C" __global__ void fixed(float*, const float*, int, int* ints) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&ints[0], 0, 1) != 0) continue;
    __threadfence();
    ints[1] = ints[1] + 1;
    __threadfence();
    atomicExch(&ints[0], 0);
    done = true;
  }
}
// launch grid=3 block=64
