#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" void reference(const double* q, const double* k, const double* v, double* out, int64_t length,
                          int64_t width, double scale, int64_t heads) {
  std::vector<double> scores(length);
  for (int64_t query = 0; query < heads * length; ++query) {
    const int64_t head = query / length * length * width;
    for (int64_t j = 0; j < length; ++j) {
      scores[j] = 0;
      for (int64_t i = 0; i < width; ++i) scores[j] += q[query * width + i] * k[head + j * width + i] * scale;
    }
    const double high = *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (double& score : scores) sum += score = std::exp(score - high);
    for (int64_t i = 0; i < width; ++i) {
      double value = 0;
      for (int64_t j = 0; j < length; ++j) value += scores[j] * v[head + j * width + i];
      out[query * width + i] = value / sum;
    }
  }
}
