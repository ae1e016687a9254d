// Arrays of trials in the memory of a device: made, kept and compared there, without a copy on the host. A content that
// is not there yet is put there for the moment.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "device/array_kernels.h"
#include "device/compare_kernels.h"
#include "problem/data/array_math.h"

namespace whet {

class DeviceArrays : public ArrayMath, public ArrayMaker {
 public:
  // For arrays of at least so many bytes; with smaller ones the host is as quick, and it needs no kernels.
  static constexpr uint64_t k_worth_it = 8 << 20;

  // The device and the compiler must outlive it, and it must outlive the contents that it keeps.
  DeviceArrays(Device& device, Compiler& compiler, uint64_t least_bytes = k_worth_it);
  ~DeviceArrays() override;
  DeviceArrays(const DeviceArrays&) = delete;
  DeviceArrays& operator=(const DeviceArrays&) = delete;

  // Tries its kernels on a small array, against the host: an error says why this machine cannot have them.
  Result<void> prepare();

  bool takes(uint64_t bytes) const override { return bytes >= least_bytes_; }
  bool gives_way(uint64_t bytes) const override { return bytes >= 8 * least_bytes_; }
  Result<void> make(const ArrayContent& content, uint64_t to) override;
  Result<ArrayContent> keep(uint64_t from, uint64_t bytes) override;
  Result<ArrayContent> adopt(uint64_t address, uint64_t bytes) override;
  void give_back() override;

  Result<Comparison> compare(const NumberArray& output, const NumberArray& expected, const CompareRule& rule,
                             const NumberArray& slack = {}) override;
  Result<formula::RangePart> range(const NumberArray& array) override;
  Result<std::vector<double>> every(const NumberArray& array, uint64_t step) override;
  Result<double> value(const NumberArray& array, uint64_t i) override;
  Result<std::vector<bool>> find(const NumberArray& array, const std::vector<double>& values) override;
  Result<formula::MaskedPart> masked(const NumberArray& first, const NumberArray& second, uint64_t mask) override;
  Result<NumberArray> widened(NumberArray slack, const NumberArray& expected, const NumberArray& moved,
                              const SlackRule& rule) override;

  // Memory that it holds now, in use or spare, and what of it is spare.
  uint64_t held_bytes() const;
  uint64_t spare_bytes() const;

 private:
  class Buffer;
  struct Pool;
  // An array in the device's memory, and what was made for it.
  struct Placed {
    DeviceArray array;
    std::shared_ptr<const HeldArray> holder;
  };
  // Whether an array is looked at on the device: it lies there alone, or is large and would have to be made.
  bool looks_at(const NumberArray& array) const;
  Result<std::shared_ptr<const Buffer>> buffer(uint64_t bytes);
  Result<void> make_there(const ArrayRecipe& recipe, const ArrayContent& content, uint64_t to);
  Result<uint64_t> place(const ArrayContent& content, std::shared_ptr<const HeldArray>& holder);
  Result<Placed> placed(const NumberArray& array);

  Device& device_;
  uint64_t least_bytes_;
  ArrayKernels kernels_;
  CompareKernels comparisons_;
  std::shared_ptr<Pool> pool_;
};

}  // namespace whet
