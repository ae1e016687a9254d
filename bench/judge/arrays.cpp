// Arrays of trials, made on a device and on the CPU: their bytes compared, and what each kind costs.
//   judge_arrays DEVICE [CASES [MIB]]        judge_arrays cuda:0 1000 256        judge_arrays none 0 64
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "device/array_kernels.h"
#include "device/open/open_device.h"
#include "problem/formula/formula_cases.h"
#include "util/statistics.h"

namespace whet::bench {
namespace {

constexpr int k_repeats = 5;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// One array on a device; freed at the end.
class Held {
 public:
  static Result<Held> of(Device& device, uint64_t bytes) {
    TRY(address, device.allocate(std::max<uint64_t>(bytes, 1), "array"));
    return Held(device, address);
  }
  Held(Held&& other) noexcept : device_(other.device_), address_(std::exchange(other.address_, 0)) {}
  ~Held() {
    if (address_) (void)device_->free(address_);
  }
  uint64_t address() const { return address_; }

 private:
  Held(Device& device, uint64_t address) : device_(&device), address_(address) {}
  Device* device_;
  uint64_t address_;
};

class Arrays {
 public:
  explicit Arrays(std::unique_ptr<Device> device)
      : device_(std::move(device)), kernels_(std::make_unique<ArrayKernels>(*device_, compiler_)) {}

  // The bytes, and the seconds of the fastest launch.
  Result<std::pair<std::string, double>> make(const test::FormulaCase& one, uint64_t bytes, int repeats) {
    TRY(base, Held::of(*device_, one.base.size()));
    TRY(other, Held::of(*device_, one.other.size()));
    TRY(to, Held::of(*device_, bytes));
    TRY_VOID(device_->write(base.address(), one.base));
    TRY_VOID(device_->write(other.address(), one.other));
    TRY(launch, kernels_->launch_of(one.recipe, {to.address(), base.address(), other.address()}));
    double fastest = HUGE_VAL;
    for (int i = 0; i < repeats; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      TRY_VOID(device_->launch(launch));
      fastest = std::min(fastest, seconds_since(begin));
    }
    TRY(made_there, device_->read(to.address(), bytes));
    return std::pair{std::move(made_there), fastest};
  }

  const DeviceFacts& facts() const { return device_->facts(); }

 private:
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_{{}, files_, processes_, clock_};
  std::unique_ptr<Device> device_;
  std::unique_ptr<ArrayKernels> kernels_;
};

// How many of so many random arrays differ.
Result<int> compare(Arrays& arrays, int cases) {
  int made_there = 0, different = 0;
  for (uint64_t seed = 0; made_there < cases; ++seed) {
    const auto type = static_cast<ElementType>(seed / test::FormulaCases::k_kinds % test::k_element_types);
    const int kind = static_cast<int>(seed % test::FormulaCases::k_kinds);
    const auto length = seed % 7 ? test::FormulaCases::Length::few : test::FormulaCases::Length::many;
    const auto one = test::FormulaCases(seed, length).make(kind, type);
    if (!one) continue;
    ++made_there;
    const std::string wanted = made(one->recipe, {one->base, one->other});
    TRY(got, arrays.make(*one, wanted.size(), 1));
    if (got.first == wanted) continue;
    ++different;
    std::printf("%s differs\n", one->name.c_str());
  }
  std::printf("%d random arrays on %s: %d differ from the CPU's\n\n", cases, arrays.facts().name.c_str(), different);
  return different;
}

// Milliseconds of the fastest of some.
template <typename Make>
double milliseconds(const Make& make) {
  double fastest = HUGE_VAL;
  for (int i = 0; i < 3; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    (void)make();
    fastest = std::min(fastest, seconds_since(begin));
  }
  return 1e3 * fastest;
}

Result<int> measure(Arrays* arrays, uint64_t mib) {
  int different = 0;
  std::printf(
      "f32 arrays of %lu MiB, rows of 2048\n\n| content | old code ms | CPU ms | GPU ms |\n| --- | --: | --: | --: |\n",
      static_cast<unsigned long>(mib));
  for (int kind = 0; kind < test::FormulaCases::k_kinds; ++kind) {
    const std::vector<uint64_t> shape = {(mib << 18) / 2048, 2048};
    const auto one = test::FormulaCases(static_cast<uint64_t>(kind), shape).make(kind, ElementType::f32);
    if (!one) continue;
    const std::string wanted = made(one->recipe, {one->base, one->other});
    different += wanted != one->before();
    const double old = milliseconds([&] { return one->before(); });
    const double now = milliseconds([&] { return made(one->recipe, {one->base, one->other}); });
    std::printf("| %s | %.1f | %.1f | ", one->name.substr(0, one->name.find(" of ")).c_str(), old, now);
    if (arrays) {
      TRY(got, arrays->make(*one, wanted.size(), k_repeats));
      different += got.first != wanted;
      std::printf("%.3f%s |\n", 1e3 * got.second, got.first == wanted ? "" : " differs");
    } else {
      std::printf("|\n");
    }
    std::fflush(stdout);
  }
  return different;
}

Result<int> run(const std::string& name, int cases, uint64_t mib) {
  const Knowledge knowledge;
  std::unique_ptr<Arrays> arrays;
  if (name != "none") {
    TRY(opened, open_device(name, {}, knowledge));
    arrays = std::make_unique<Arrays>(std::move(opened.device));
  }
  int different = 0;
  if (arrays && cases > 0) {
    TRY(found, compare(*arrays, cases));
    different += found;
  }
  if (mib > 0) {
    TRY(found, measure(arrays.get(), mib));
    different += found;
  }
  return different;
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("judge_arrays DEVICE|none [CASES [MIB]]\n", stderr), 3;
  const auto different = whet::bench::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 500,
                                          argc > 3 ? static_cast<uint64_t>(std::atoi(argv[3])) : 64);
  if (!different) std::fputs(whet::describe(different.error()).c_str(), stderr);
  return different && *different == 0 ? 0 : 1;
}
