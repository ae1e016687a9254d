#include "vgpu/time/matrix_work.h"

#include <cstdlib>
#include <string_view>

namespace whet::vgpu {

namespace {

constexpr double k_group_warps = 4;

struct TypeField {
  std::string_view type;  // as written in SASS or PTX
  double TimeFeatures::* one;
  double TimeFeatures::* group;
};

constexpr TypeField k_types[] = {
    {"F16", &TimeFeatures::mma_f16, &TimeFeatures::group_f16},
    {"BF16", &TimeFeatures::mma_f16, &TimeFeatures::group_f16},
    {"f16", &TimeFeatures::mma_f16, &TimeFeatures::group_f16},
    {"bf16", &TimeFeatures::mma_f16, &TimeFeatures::group_f16},
    {"TF32", &TimeFeatures::mma_tf32, &TimeFeatures::group_tf32},
    {"tf32", &TimeFeatures::mma_tf32, &TimeFeatures::group_tf32},
    {"E4M3", &TimeFeatures::mma_f8, &TimeFeatures::group_f8},
    {"E5M2", &TimeFeatures::mma_f8, &TimeFeatures::group_f8},
    {"e4m3", &TimeFeatures::mma_f8, &TimeFeatures::group_f8},
    {"e5m2", &TimeFeatures::mma_f8, &TimeFeatures::group_f8},
    {"S8", &TimeFeatures::mma_i8, &TimeFeatures::group_i8},
    {"U8", &TimeFeatures::mma_i8, &TimeFeatures::group_i8},
    {"s8", &TimeFeatures::mma_i8, &TimeFeatures::group_i8},
    {"u8", &TimeFeatures::mma_i8, &TimeFeatures::group_i8},
    {"F64", &TimeFeatures::mma_f64, &TimeFeatures::mma_f64},
    {"f64", &TimeFeatures::mma_f64, &TimeFeatures::mma_f64},
};

// Types without a row (4 bits, 1 bit) are ignored: no rate is known for them.
void add(std::string_view type, bool group, double products, TimeFeatures& features) {
  for (const TypeField& row : k_types) {
    if (row.type != type) continue;
    features.*(group ? row.group : row.one) += products;
    return;
  }
}

// The product of the three numbers in "m16n8k16"; 0 for any other word.
double shape_product(const std::string& word) {
  const size_t n = word.find('n'), k = word.find('k');
  if (word.empty() || word[0] != 'm' || n == std::string::npos || k == std::string::npos || k < n) return 0;
  return std::atof(word.c_str() + 1) * std::atof(word.c_str() + n + 1) * std::atof(word.c_str() + k + 1);
}

}  // namespace

double matrix_products(const ptx::Instruction& in) {
  for (const std::string& word : in.modifiers) {
    if (const double product = shape_product(word)) return in.opcode == "wgmma" ? product / k_group_warps : product;
  }
  return 0;
}

void add_matrix_work(const Instruction& in, double warps, TimeFeatures& features) {
  const bool group = in.name.find("GMMA") != std::string_view::npos || in.name.starts_with("UTC");
  const auto& [m, n, k] = in.tensor_shape;
  const double products = double{1} * m * n * k / (group ? k_group_warps : 1);
  add(in.tensor_type, group, warps * products, features);
}

// mma lists the types of D, A, B and C in this order; wmma.mma lists all of them too, or, for halves, only D and C.
void add_matrix_work(const ptx::Instruction& in, double warps, TimeFeatures& features) {
  const double products = matrix_products(in);
  if (products == 0) return;
  const bool group = in.opcode == "wgmma";
  const ptx::Type factor = in.type_count() >= 3 ? in.type(1) : ptx::Type::f16;
  add(ptx::name_of(factor), group, warps * products, features);
}

}  // namespace whet::vgpu
