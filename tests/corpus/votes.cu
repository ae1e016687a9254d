// Warp votes, matches, masks and divergent synchronisation.

__global__ void votes(const int* in, unsigned* out) {
  const int value = in[threadIdx.x];
  const unsigned full = 0xffffffffu;
  int unanimous;
  unsigned result = __ballot_sync(full, value > 0) + __any_sync(full, value > 1) + __all_sync(full, value > 2);
  result += __match_any_sync(full, value) + __match_all_sync(full, value, &unanimous) + unanimous;
  if (value & 1) result += __popc(__activemask());
  result += __match_any_sync(full, static_cast<long long>(value) * value);
  out[threadIdx.x] = result;
}

__global__ void diverge(const int* in, int* out) {
  __shared__ volatile int box[32];
  const int lane = threadIdx.x;
  box[lane] = in[lane];
  __syncwarp();
  int value = box[lane ^ 1];
  if (in[lane] > 0) {
    value += __shfl_sync(__activemask(), value, 0);
    __syncwarp(__ballot_sync(__activemask(), value > 3));
  }
  while (value < 1000 && in[value & 31] != lane) {
    value += box[value & 31] + 1;
    if (value == 77) break;
  }
  out[lane] = value;
}
