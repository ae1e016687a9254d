// Compares an output with what is expected where both lie in the memory of a device, by the formulas that the CPU uses:
// the same findings, without a copy of the arrays.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/numbers/compare.h"

namespace whet {

// An array in the device's memory.
struct DeviceArray {
  ElementType type = ElementType::f32;
  uint64_t address = 0;
};

// Compiles the kernels for two element types when the first comparison asks for them, and keeps them. The device and
// the compiler must outlive it.
class CompareKernels {
 public:
  CompareKernels(Device& device, Compiler& compiler) : device_(device), compiler_(compiler) {}

  // `expected` has the output's own type, or f64. The rule has no slack.
  Result<Comparison> compare(const DeviceArray& output, const DeviceArray& expected, uint64_t count,
                             const CompareRule& rule);
  // The lowest and highest finite values of an array, and how many are not finite.
  Result<formula::RangePart> range(const DeviceArray& array, uint64_t count);

 private:
  Result<std::shared_ptr<DeviceModule>> module_of(ElementType output, ElementType expected);

  Device& device_;
  Compiler& compiler_;
  std::map<std::pair<ElementType, ElementType>, std::shared_ptr<DeviceModule>> modules_;
};

}  // namespace whet
