// A matrix product by the vendor's own library: what a product reaches on a GPU, beside what its units reach alone.
#pragma once

#include <vector>

#include "hardware/math.h"
#include "util/result.h"

namespace whet {

class VendorProduct {
 public:
  virtual ~VendorProduct() = default;
  // The kinds of arithmetic that it is asked for.
  static constexpr Math k_kinds[] = {Math::fp32, Math::tf32_tensor, Math::fp16_tensor, Math::bf16_tensor,
                                     Math::int8_tensor};
  // Seconds of single products of square matrices with random elements, after as long a time of untimed ones.
  virtual Result<std::vector<double>> time(Math math, int side, double seconds) = 0;
};

}  // namespace whet
