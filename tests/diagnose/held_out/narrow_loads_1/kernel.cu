// Background subtraction for video: |frame - background| > threshold, per byte.
//
// Wrong:  one byte per thread. A warp moves 32 bytes with each load, a quarter of a cache line.
// Rules:  the instructions around each byte (index, bounds, two loads, one store) take longer than DRAM needs for the bytes.
// Mend:   16 bytes per thread (uint4) with the video instruction __vabsdiffu4.

__global__ void foreground(const unsigned char* __restrict__ frame, const unsigned char* __restrict__ background,
                           unsigned char* __restrict__ mask, int threshold, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int d = (int)frame[i] - (int)background[i];
  mask[i] = (d < 0 ? -d : d) > threshold ? 255 : 0;
}
