// Makes the contents of arrays on a device, with the bytes that the CPU makes of the same recipes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/data/array_recipe.h"

namespace whet {

// Compiles a kernel for an element type and a group of formulas when the first of them is asked for, and keeps it. The
// device and the compiler must outlive it.
class ArrayKernels {
 public:
  ArrayKernels(Device& device, Compiler& compiler) : device_(device), compiler_(compiler) {}
  ~ArrayKernels();
  ArrayKernels(const ArrayKernels&) = delete;
  ArrayKernels& operator=(const ArrayKernels&) = delete;

  // Addresses on the device: `to` has room for the array; `base` and `other` are what the recipe reads, 0: nothing.
  // Neither is `to`.
  struct Places {
    uint64_t to = 0, base = 0, other = 0;
  };
  Result<void> make(const ArrayRecipe& recipe, const Places& places);

  // Every `step`-th value of an array on the device: GatherValues of variant_recipe.
  Result<std::vector<double>> gather(ElementType type, uint64_t count, uint64_t base, uint64_t step);

  // The launch that does it, for callers that time it; valid until the next call.
  Result<Launch> launch_of(const ArrayRecipe& recipe, const Places& places);

 private:
  Result<std::shared_ptr<DeviceModule>> module_of(ElementType type, FormulaKind kind);
  Result<void> write_tables(const std::vector<uint64_t>& tables);

  Device& device_;
  Compiler& compiler_;
  std::map<std::pair<ElementType, std::string_view>, std::shared_ptr<DeviceModule>> modules_;  // by type and kernel
  uint64_t tables_ = 0, room_ = 0;  // address and bytes of the recipe's tables
  std::vector<uint64_t> written_;   // what they hold
};

}  // namespace whet
