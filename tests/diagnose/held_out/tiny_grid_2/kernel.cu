// Sonar beamforming: delay-and-sum for 16 beams. Block = beam, threads run over samples.
//
// Wrong:  16 blocks on a GPU of 132 SMs.
// Rules:  116 SMs are idle; those that work are busy for the whole time.
// Mend:   a second grid dimension over samples: beams x (samples / 256) blocks.

__global__ void beamform(const float* __restrict__ hydrophone, const int* __restrict__ delay, float* __restrict__ beam,
                         int elements, int samples, int pitch) {
  int b = blockIdx.x;
  for (int t = threadIdx.x; t < samples; t += blockDim.x) {
    float sum = 0.0f;
#pragma unroll 8
    for (int e = 0; e < elements; ++e) sum += hydrophone[e * pitch + t + delay[b * elements + e]];
    beam[b * samples + t] = sum;
  }
}
