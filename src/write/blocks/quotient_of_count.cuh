// a / count, in floats within two units of the last place: a mean moves by so little that no more is needed.
__device__ __forceinline__ float quotient_of_count(float a, float count) {
  return __fdividef(a, count);
}

__device__ __forceinline__ double quotient_of_count(double a, double count) {
  return a / count;
}
