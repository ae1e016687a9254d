// Asks which compiler it is given to; the answer must be nvcc's.
__global__ void who(int* p) {
#ifdef __NVCC__
  *p = 1;
#else
  *p = 2;
#endif
#if defined(__GNUC__) && __GNUC__ > 4
  p[1] = 1;
#else
  p[1] = 2;
#endif
}
