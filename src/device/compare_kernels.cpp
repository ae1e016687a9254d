#include "device/compare_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "device/own_kernels.h"
#include "problem/data/kernel_text.h"

namespace whet {

namespace {

constexpr uint32_t k_compare_threads = 256;  // as in compare_kernels.cu
constexpr uint64_t k_most_compare_blocks = 1024;

template <typename Value>
std::string as_argument(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// Memory that a comparison needs for a moment.
class Borrowed {
 public:
  static Result<Borrowed> from(Device& device, uint64_t bytes) {
    TRY(address, device.allocate(std::max<uint64_t>(bytes, 1), "comparison"));
    return Borrowed(device, address);
  }
  Borrowed(Borrowed&& other) noexcept : device_(other.device_), address_(std::exchange(other.address_, 0)) {}
  Borrowed& operator=(Borrowed&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(address_, other.address_);
    return *this;
  }
  ~Borrowed() {
    if (address_) (void)device_->free(address_);
  }
  uint64_t address() const { return address_; }

 private:
  Borrowed(Device& device, uint64_t address) : device_(&device), address_(address) {}
  Device* device_;
  uint64_t address_;
};

// Launches the kernels over arrays of one pair of types.
class Launcher {
 public:
  Launcher(Device& device, std::shared_ptr<DeviceModule> module) : device_(device), module_(std::move(module)) {}

  Device& device() const { return device_; }
  static uint64_t blocks_for(uint64_t count) {
    return std::clamp<uint64_t>((count + k_compare_threads - 1) / k_compare_threads, 1, k_most_compare_blocks);
  }
  Result<void> launch(const char* kernel, uint64_t count, std::vector<std::string> arguments) const {
    Launch launch{module_, kernel, {}, std::move(arguments)};
    launch.shape.grid.x = static_cast<uint32_t>(blocks_for(count));
    launch.shape.block.x = k_compare_threads;
    return device_.launch(launch);
  }
  // What the blocks of a kernel found, added up. The address of their parts is its last argument.
  template <typename Part>
  Result<Part> sum(const char* kernel, uint64_t count, std::vector<std::string> arguments) const {
    const uint64_t bytes = blocks_for(count) * sizeof(Part);
    TRY(parts, Borrowed::from(device_, bytes));
    arguments.push_back(as_argument(parts.address()));
    TRY_VOID(launch(kernel, count, std::move(arguments)));
    TRY(found, device_.read(parts.address(), bytes));
    Part whole;
    for (uint64_t i = 0; i < blocks_for(count); ++i) {
      Part part;
      std::memcpy(&part, found.data() + i * sizeof part, sizeof part);
      whole.add(part);
    }
    return whole;
  }

 private:
  Device& device_;
  std::shared_ptr<DeviceModule> module_;
};

class ArraysOfDevice : public ComparedArrays {
 public:
  ArraysOfDevice(const Launcher& launcher, const DeviceArray& output, const DeviceArray& expected, uint64_t count)
      : launcher_(launcher), output_(output), expected_(expected), count_(count) {}

  Result<std::vector<double>> expected_values(uint64_t step) override {
    std::vector<double> values((count_ + step - 1) / step);
    const uint64_t bytes = values.size() * sizeof(double);
    TRY(chosen, Borrowed::from(launcher_.device(), bytes));
    TRY_VOID(launcher_.launch(
        "whet_gather", values.size(),
        {as_argument(expected_.address), as_argument(count_), as_argument(step), as_argument(chosen.address())}));
    TRY(content, launcher_.device().read(chosen.address(), bytes));
    std::memcpy(values.data(), content.data(), bytes);
    return values;
  }

  Result<void> measure(const formula::Lines& rows, const formula::Lines& columns) override {
    TRY(of_rows, measured(rows));
    TRY(of_columns, measured(columns));
    rows_.emplace(std::move(of_rows));
    if (columns.count > 0) columns_.emplace(std::move(of_columns));
    return {};
  }

  Result<formula::ComparedPart> compare(formula::Allowance allowance) override {
    allowance.rows = rows_ ? reinterpret_cast<const double*>(rows_->address()) : nullptr;
    allowance.columns = columns_ ? reinterpret_cast<const double*>(columns_->address()) : nullptr;
    return launcher_.sum<formula::ComparedPart>(
        "whet_compare", count_,
        {as_argument(output_.address), as_argument(expected_.address), as_argument(count_), as_argument(allowance)});
  }

  Result<Mismatch> element(uint64_t i) override {
    TRY(got, value(output_, i));
    TRY(wanted, value(expected_, i));
    return Mismatch{i, got, wanted};
  }

 private:
  Result<Borrowed> measured(const formula::Lines& lines) {
    TRY(typical, Borrowed::from(launcher_.device(), lines.count * sizeof(double)));
    if (lines.count > 0)
      TRY_VOID(launcher_.launch("whet_typical", lines.count,
                                {as_argument(expected_.address), as_argument(lines), as_argument(typical.address())}));
    return typical;
  }
  Result<double> value(const DeviceArray& array, uint64_t i) {
    const uint64_t size = bytes_of(array.type);
    TRY(bytes, launcher_.device().read(array.address + i * size, size));
    return decode_element(array.type, bytes.data());
  }

  const Launcher& launcher_;
  DeviceArray output_, expected_;
  uint64_t count_;
  std::optional<Borrowed> rows_, columns_;
};

}  // namespace

Result<std::shared_ptr<DeviceModule>> CompareKernels::module_of(ElementType output, ElementType expected) {
  std::shared_ptr<DeviceModule>& module = modules_[{output, expected}];
  if (module) return module;
  TRY(loaded, load_own_kernels(fmt::format("whet_compare_{}_{}.cu", name_of(output), name_of(expected)),
                               compare_kernel_text(output, expected), device_, compiler_));
  module = std::move(loaded);
  return module;
}

Result<Comparison> CompareKernels::compare(const DeviceArray& output, const DeviceArray& expected, uint64_t count,
                                           const CompareRule& rule) {
  TRY(module, module_of(output.type, expected.type));
  const Launcher launcher(device_, module);
  ArraysOfDevice arrays(launcher, output, expected, count);
  return compare_arrays(output.type, count, rule, arrays);
}

Result<formula::RangePart> CompareKernels::range(const DeviceArray& array, uint64_t count) {
  TRY(module, module_of(array.type, array.type));
  return Launcher(device_, module)
      .sum<formula::RangePart>("whet_range", count, {as_argument(array.address), as_argument(count)});
}

}  // namespace whet
