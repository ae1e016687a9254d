// Cross-entropy loss of a batch: every token adds its loss to one number.
//
// Wrong:  each thread does an atomicAdd to the same float.
// Rules:  atomics to one address are done one after another in one slice of L2; the rest of the GPU waits for them.
// Mend:   sum in registers, by shuffles in the warp, through shared memory in the block; one atomic a block.

__global__ void token_loss(const float* __restrict__ logit_of_target, const float* __restrict__ log_sum_exp,
                           float* __restrict__ loss, int tokens) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < tokens) atomicAdd(loss, log_sum_exp[t] - logit_of_target[t]);
}
