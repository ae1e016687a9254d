// What the topics' files share: arguments in one line each, and the list of topics.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "kernels/kernel_case.h"

namespace whet::kernels {

using enum Element;
using Cases = std::vector<KernelCase>;

Cases copy_cases();
Cases elementwise_cases();
Cases reduction_cases();
Cases conversion_cases();
Cases scan_cases();
Cases norm_cases();
Cases gemm_cases();
Cases mma_cases();
Cases tensor_cases();
Cases control_cases();
Cases lock_cases();
Cases warp_cases();
Cases group_cases();
Cases bits_cases();
Cases sort_cases();
Cases stencil_cases();
Cases function_cases();
Cases half_cases();
Cases memory_cases();
Cases learning_cases();
Cases science_cases();
Cases text_cases();
Cases integer_cases();
Cases atomic_cases();
Cases async_cases();
Cases cluster_cases();
Cases transpose_cases();

inline constexpr Cases (*k_topics[])() = {
    copy_cases, elementwise_cases, reduction_cases, conversion_cases, scan_cases,      norm_cases,     gemm_cases,
    mma_cases,  tensor_cases,      control_cases,   lock_cases,       warp_cases,      group_cases,    bits_cases,
    sort_cases, stencil_cases,     function_cases,  half_cases,       memory_cases,    learning_cases, science_cases,
    text_cases, integer_cases,     atomic_cases,    async_cases,      transpose_cases, cluster_cases,
};

// Random values in [low, high); the name and the count are the seed.
Argument input(std::string name, Element element, size_t count, double low = -1, double high = 1);
Argument given(std::string name, Element element, const std::vector<double>& values);
// Zeroed, or filled as an input is; compared after the run.
Argument output(std::string name, Element element, size_t count);
Argument in_out(Argument filled);
Argument scalar(std::string name, Element element, double value);
// A structure passed by value.
Argument packed(std::string name, Element element, const std::vector<double>& values);
// Written and read by the kernel alone.
Argument scratch(std::string name, Element element, size_t count);
inline Argument integer(std::string name, int32_t value) {
  return scalar(std::move(name), i32, value);
}
inline Argument real(std::string name, double value) {
  return scalar(std::move(name), f32, value);
}

// A launch in one dimension, named after its kernel; results are exact.
using Reference = std::function<void(Values&)>;
KernelCase launch(const std::string& file, const std::string& kernel, uint32_t blocks, uint32_t threads,
                  std::vector<Argument> arguments, Reference reference);
// Functions that are not exact, or sums in an order of their own.
KernelCase nearly(KernelCase made, double absolute, double relative);
void append(Cases& cases, Cases more);

// A reference that fills argument `out` from what `f` gives for each index.
template <typename F>
auto each(size_t out, F f) {
  return [out, f](Values& v) {
    for (size_t i = 0; i < v[out].size(); ++i) v[out][i] = f(v, i);
  };
}

inline std::string corpus(const std::string& file) {
  return "../../corpus/" + file;
}

inline uint32_t blocks_for(size_t items, size_t per_block) {
  return static_cast<uint32_t>((items + per_block - 1) / per_block);
}

}  // namespace whet::kernels
