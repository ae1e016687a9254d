#include "vgpu/time/matrix_work.h"

#include <cstdlib>
#include <string_view>

namespace whet::vgpu {

namespace {

constexpr double k_group_warps = 4;

struct TypeField {
  std::string_view type;  // as SASS or PTX writes it
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

// Types without a row (4 bits, 1 bit) are left out: no rate is known for them.
void add(std::string_view type, bool group, double products, TimeFeatures& features) {
  for (const TypeField& row : k_types) {
    if (row.type != type) continue;
    features.*(group ? row.group : row.one) += products;
    return;
  }
}

// "m16n8k16": the product of its three numbers; 0 for another word.
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

// The types of mma are those of D, A, B and C in that order; wmma.mma names them alike or only D and C, for halves.
void add_matrix_work(const ptx::Instruction& in, double warps, TimeFeatures& features) {
  const double products = matrix_products(in);
  if (products == 0) return;
  const bool group = in.opcode == "wgmma";
  const ptx::Type factor = in.type_count() >= 3 ? in.type(1) : ptx::Type::f16;
  add(ptx::name_of(factor), group, warps * products, features);
}

}  // namespace whet::vgpu
