#include "device/compare_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "device/own_kernels.h"
#include "problem/data/kernel_text.h"
#include "problem/numbers/typical_size.h"

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

// What is usual in the rows and columns of an array, where the device looks it up.
struct TypicalLines {
  std::unique_ptr<Borrowed> rows, columns;

  void tell(formula::Allowance& allowance) const {
    allowance.rows = rows ? reinterpret_cast<const double*>(rows->address()) : nullptr;
    allowance.columns = columns ? reinterpret_cast<const double*>(columns->address()) : nullptr;
  }
};

// What a kernel finds out for each of some lines, by its arguments before the lines.
Result<Borrowed> measured(const Launcher& launcher, const char* kernel, std::vector<std::string> arguments,
                          const formula::Lines& lines) {
  TRY(typical, Borrowed::from(launcher.device(), lines.count * sizeof(double)));
  if (lines.count == 0) return typical;
  arguments.push_back(as_argument(lines));
  arguments.push_back(as_argument(typical.address()));
  TRY_VOID(launcher.launch(kernel, lines.count, std::move(arguments)));
  return typical;
}

Result<TypicalLines> measured_lines(const Launcher& launcher, const char* kernel,
                                    const std::vector<std::string>& arguments, const ArrayLines& lines) {
  TypicalLines typical;
  TRY(rows, measured(launcher, kernel, arguments, lines.rows));
  typical.rows = std::make_unique<Borrowed>(std::move(rows));
  if (lines.columns.count == 0) return typical;
  TRY(columns, measured(launcher, kernel, arguments, lines.columns));
  typical.columns = std::make_unique<Borrowed>(std::move(columns));
  return typical;
}

// Every `step`-th number that a kernel makes of so many, by its arguments before these.
Result<std::vector<double>> gathered(const Launcher& launcher, const char* kernel, std::vector<std::string> arguments,
                                     uint64_t count, uint64_t step) {
  std::vector<double> values((count + step - 1) / step);
  const uint64_t bytes = values.size() * sizeof(double);
  TRY(chosen, Borrowed::from(launcher.device(), bytes));
  for (const uint64_t number : {count, step, chosen.address()}) arguments.push_back(as_argument(number));
  TRY_VOID(launcher.launch(kernel, values.size(), std::move(arguments)));
  TRY(content, launcher.device().read(chosen.address(), bytes));
  std::memcpy(values.data(), content.data(), bytes);
  return values;
}

class ArraysOfDevice : public ComparedArrays {
 public:
  ArraysOfDevice(const Launcher& launcher, const DeviceArray& output, const DeviceArray& expected,
                 const DeviceArray& slack, uint64_t count)
      : launcher_(launcher), output_(output), expected_(expected), slack_(slack), count_(count) {}

  Result<std::vector<double>> expected_values(uint64_t step) override {
    return gathered(launcher_, "whet_gather", {as_argument(expected_.address)}, count_, step);
  }

  Result<void> measure(const formula::Lines& rows, const formula::Lines& columns) override {
    TRY(lines, measured_lines(launcher_, "whet_typical", {as_argument(expected_.address)}, {rows, columns}));
    lines_ = std::move(lines);
    return {};
  }

  Result<formula::ComparedPart> compare(formula::Allowance allowance) override {
    lines_.tell(allowance);
    const bool is_wide = slack_.type == ElementType::f64;
    allowance.slack = is_wide ? nullptr : reinterpret_cast<const float*>(slack_.address);
    allowance.wide_slack = is_wide ? reinterpret_cast<const double*>(slack_.address) : nullptr;
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
  Result<double> value(const DeviceArray& array, uint64_t i) {
    const uint64_t size = bytes_of(array.type);
    TRY(bytes, launcher_.device().read(array.address + i * size, size));
    return decode_element(array.type, bytes.data());
  }

  const Launcher& launcher_;
  DeviceArray output_, expected_, slack_;
  uint64_t count_;
  TypicalLines lines_;
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
                                           const CompareRule& rule, const DeviceArray& slack) {
  TRY(module, module_of(output.type, expected.type));
  const Launcher launcher(device_, module);
  ArraysOfDevice arrays(launcher, output, expected, slack, count);
  return compare_arrays(output.type, count, rule, arrays);
}

Result<formula::RangePart> CompareKernels::range(const DeviceArray& array, uint64_t count) {
  TRY(module, module_of(array.type, array.type));
  return Launcher(device_, module)
      .sum<formula::RangePart>("whet_range", count, {as_argument(array.address), as_argument(count)});
}

Result<std::vector<double>> CompareKernels::every(const DeviceArray& array, uint64_t count, uint64_t step) {
  TRY(module, module_of(array.type, array.type));
  return gathered(Launcher(device_, module), "whet_gather", {as_argument(array.address)}, count, step);
}

Result<std::vector<bool>> CompareKernels::find(const DeviceArray& array, uint64_t count,
                                               const std::vector<double>& values) {
  TRY(module, module_of(array.type, array.type));
  const uint64_t bytes = values.size() * sizeof(double);
  TRY(table, Borrowed::from(device_, bytes));
  TRY(marks, Borrowed::from(device_, bytes));
  TRY_VOID(device_.write(table.address(), {reinterpret_cast<const char*>(values.data()), bytes}));
  TRY_VOID(device_.fill(marks.address(), 0, bytes));
  TRY_VOID(Launcher(device_, module)
               .launch("whet_find", count,
                       {as_argument(array.address), as_argument(count), as_argument(table.address()),
                        as_argument(uint64_t{values.size()}), as_argument(marks.address())}));
  TRY(content, device_.read(marks.address(), bytes));
  std::vector<bool> found;
  for (size_t i = 0; i < values.size(); ++i) found.push_back(content[i * sizeof(uint64_t)] != 0);
  return found;
}

Result<formula::MaskedPart> CompareKernels::masked(const DeviceArray& first, const DeviceArray& second, uint64_t count,
                                                   uint64_t mask) {
  TRY(module, module_of(first.type, first.type));
  return Launcher(device_, module)
      .sum<formula::MaskedPart>(
          "whet_masked", count,
          {as_argument(first.address), as_argument(second.address), as_argument(count), as_argument(mask)});
}

Result<void> CompareKernels::widen(const DeviceArray& slack, const DeviceArray& expected, const DeviceArray& moved,
                                   uint64_t count, const SlackRule& rule) {
  TRY(module, module_of(expected.type, expected.type));
  const Launcher launcher(device_, module);
  const std::vector<std::string> both{as_argument(expected.address), as_argument(moved.address)};
  TRY(some, gathered(launcher, "whet_gather_changes", both, count, step_of_whole(count)));
  const ArrayLines lines = lines_of(count, rule.shape);
  TRY(typical, measured_lines(launcher, "whet_typical_changes", both, lines));
  formula::Widening widening{rule.multiple, {}};
  widening.around.whole = typical_of(some);
  widening.around.row_length = lines.rows.length;
  widening.around.column_count = std::max<uint64_t>(1, lines.columns.count);
  typical.tell(widening.around);
  const uint64_t narrow = slack.type == ElementType::f64 ? 0 : slack.address, wide = slack.address - narrow;
  return launcher.launch(
      "whet_widen", count,
      {both[0], both[1], as_argument(count), as_argument(widening), as_argument(narrow), as_argument(wide)});
}

}  // namespace whet
