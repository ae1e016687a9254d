// Layout change before a convolution: NCHW activations become NHWC, with the per-channel scale folded in.
//
// Wrong:  a thread takes a pixel and loops over channels. Loads are coalesced (pixels are neighbours in NCHW), stores are
//         `channels` floats apart between lanes.
// Rules:  32 sectors a store request where 4 would do.
// Mend:   transpose tiles of 32 pixels x 32 channels through shared memory.

__global__ void nchw_to_nhwc(const float* __restrict__ in, const float* __restrict__ scale, float* __restrict__ out,
                             int channels, int pixels) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  int n = blockIdx.y;
  if (p >= pixels) return;
  const float* src = in + (size_t)n * channels * pixels;
  float* dst = out + (size_t)n * channels * pixels;
  for (int c = 0; c < channels; ++c) dst[(size_t)p * channels + c] = scale[c] * src[(size_t)c * pixels + p];
}
