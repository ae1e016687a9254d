// Compares an output with what is expected where both lie in the memory of a device, by the formulas that the CPU uses:
// the same findings, without a copy of the arrays.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/data/array_math.h"

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

  // `slack`, of f32 or f64, adds to the tolerance of each element; address 0: nothing.
  Result<Comparison> compare(const DeviceArray& output, const DeviceArray& expected, uint64_t count,
                             const CompareRule& rule, const DeviceArray& slack = {});
  // The lowest and highest finite values of an array, and how many are not finite.
  Result<formula::RangePart> range(const DeviceArray& array, uint64_t count);
  // Of ArrayMath (problem/data/array_math.h). `widen` changes the slack in place; both answers are of one type.
  Result<std::vector<double>> every(const DeviceArray& array, uint64_t count, uint64_t step);
  Result<std::vector<bool>> find(const DeviceArray& array, uint64_t count, const std::vector<double>& values);
  Result<formula::MaskedPart> masked(const DeviceArray& first, const DeviceArray& second, uint64_t count,
                                     uint64_t mask);
  Result<void> widen(const DeviceArray& slack, const DeviceArray& expected, const DeviceArray& moved, uint64_t count,
                     const SlackRule& rule);

 private:
  Result<std::shared_ptr<DeviceModule>> module_of(ElementType output, ElementType expected);

  Device& device_;
  Compiler& compiler_;
  std::map<std::pair<ElementType, ElementType>, std::shared_ptr<DeviceModule>> modules_;
};

}  // namespace whet
