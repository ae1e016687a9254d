// Background subtraction for video: |frame - background| > threshold, per byte.
//
// Wrong:  a thread takes one byte at a time. A warp moves 32 bytes with each load, a quarter of a cache line.
// Rules:  too few bytes are in flight, and the instructions around each byte take longer than DRAM needs for it.
// Mend:   16 bytes per load (uint4) with the video instruction __vabsdiffu4.

__global__ void foreground(const unsigned char* __restrict__ frame, const unsigned char* __restrict__ background,
                           unsigned char* __restrict__ mask, int threshold, int n) {
  int first = blockIdx.x * blockDim.x * 16 + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 16; ++k) {
    int i = first + k * blockDim.x;
    if (i >= n) return;
    int d = (int)frame[i] - (int)background[i];
    mask[i] = (d < 0 ? -d : d) > threshold ? 255 : 0;
  }
}
