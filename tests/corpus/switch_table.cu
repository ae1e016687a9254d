// A dense switch: an indirect branch through a table.

__global__ void interpret(const int* program, float* values, int length) {
  float x = values[threadIdx.x];
  for (int i = 0; i < length; ++i) {
    switch (program[i]) {
      case 0: x += 1.5f; break;
      case 1: x *= values[i]; break;
      case 2: x = sinf(x); break;
      case 3: x = sqrtf(fabsf(x)); break;
      case 4: x = -x; break;
      case 5: x = x * x + 2.0f; break;
      case 6: x = __expf(x); break;
      case 7: x = floorf(x); break;
      case 8: x = fminf(x, values[i + 1]); break;
      case 9: x = values[static_cast<int>(x) & 31]; break;
      case 10: x = __logf(x); break;
      case 11: values[i] = x; break;
      default: return;
    }
  }
  values[threadIdx.x] = x;
}
