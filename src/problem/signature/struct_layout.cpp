#include "problem/signature/struct_layout.h"

#include <algorithm>

namespace whet {

namespace {

constexpr uint64_t k_address_bytes = 8;

uint64_t rounded_up(uint64_t value, uint64_t step) {
  return (value + step - 1) / step * step;
}

}  // namespace

StructLayout struct_layout(const ProblemArgument& argument) {
  StructLayout layout;
  for (const StructField& field : argument.fields) {
    const uint64_t size = field.array.empty() ? bytes_of(field.type) : k_address_bytes;
    const uint64_t alignment = std::max(size, field.alignment);
    layout.offsets.push_back(rounded_up(layout.bytes, alignment));
    layout.bytes = layout.offsets.back() + size * field.count;
    layout.alignment = std::max(layout.alignment, alignment);
  }
  layout.alignment = std::max(layout.alignment, argument.alignment);
  layout.bytes = rounded_up(layout.bytes, layout.alignment);
  return layout;
}

}  // namespace whet
