// Interpreter for genetic programming: each individual is a short list of opcodes, evaluated at one point per thread.
//
// Wrong:  a thread per individual. The lanes of a warp have different opcodes at every step, so the warp runs through
//         all cases of the switch, one after another.
// Rules:  most issued instructions have a few lanes active.
// Mend:   a warp per individual with lanes over data points: the opcode is then the same for all lanes.

__global__ void evaluate(const int* __restrict__ code, const float* __restrict__ points, float* __restrict__ result, int length,
                         int individuals) {
  int who = blockIdx.x * blockDim.x + threadIdx.x;
  if (who >= individuals) return;
  float x = points[who], acc = x;
  for (int pc = 0; pc < length; ++pc) {
    int op = code[pc * individuals + who];
    switch (op & 7) {
      case 0: for (int k = 0; k < 12; ++k) acc = fmaf(acc, x, 0.5f); break;
      case 1: for (int k = 0; k < 12; ++k) acc = fmaf(acc, 0.9f, -x); break;
      case 2: acc = __sinf(acc) * x; acc = __cosf(acc) + x; acc = __sinf(acc); break;
      case 3: acc = __expf(-acc * acc); acc = __expf(acc - x); break;
      case 4: acc = sqrtf(fabsf(acc) + 1.0f); break;
      case 5: acc = __fdividef(acc, 1.0f + fabsf(x)); acc = __fdividef(x, 1.0f + fabsf(acc)); break;
      case 6: acc = __logf(fabsf(acc) + 1.0f); acc = __logf(fabsf(acc - x) + 2.0f); break;
      default: acc = acc > x ? acc * 0.5f : x - acc; acc = fminf(fmaxf(acc, -4.0f), 4.0f); break;
    }
  }
  result[who] = acc;
}
