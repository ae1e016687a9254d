// Asian options: the mean of every simulated path and the discounted payoff.
//
// Wrong:  a thread walks one path of row-major paths[path][step], so the 32 lanes of a warp load from 32 rows, 1 kB apart.
// Rules:  a load touches 32 sectors where 4 would do; nothing else of the kernel costs much.
// Mend:   store paths as [step][path], or let a warp take a path and reduce with shuffles.

__global__ void asian_payoff(const float* __restrict__ paths, float* __restrict__ payoff, float strike, float discount,
                             int num_paths, int num_steps) {
  int path = blockIdx.x * blockDim.x + threadIdx.x;
  if (path >= num_paths) return;
  float sum = 0.0f;
  for (int t = 0; t < num_steps; ++t) sum += paths[(size_t)path * num_steps + t];
  float mean = sum / num_steps;
  payoff[path] = discount * fmaxf(mean - strike, 0.0f);
}
