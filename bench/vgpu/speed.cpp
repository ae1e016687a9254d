// How fast the virtual GPU is, as ratios on one machine.
//   vgpu_speed EXAMPLES-FOLDER
// SGEMM 1024^3 with register tiles and all counters against a plain triple loop, one and two host threads, a sampled
// 4096^3, and the memory used beside the buffers.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <fmt/format.h>

#include "device/virtual/virtual_device.h"
#include "util/clock.h"
#include "vgpu/device_case.h"

namespace whet::bench {
namespace {

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median_of_three(const auto& work) {
  double times[3];
  for (double& time : times) time = seconds_of(work);
  std::sort(std::begin(times), std::end(times));
  return times[1];
}

std::vector<float> matrix(int n, int seed) {
  std::vector<float> values(static_cast<size_t>(n) * n);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>((i * 7 + static_cast<size_t>(seed)) % 13) - 6;
  return values;
}

// What anybody would write.
void triple_loop(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
}

std::string bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

long peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

struct Product {
  double seconds = 0;
  std::string result;
};

Result<Product> product(const Build& code, int n, int threads, uint64_t sample, const Knowledge& knowledge) {
  TRY(device, VirtualDevice::open("h200", {.threads = threads}, knowledge));
  const auto count = static_cast<size_t>(n);
  DeviceCase buffers(*device, {{true, bytes_of(matrix(n, 1))},
                               {true, bytes_of(matrix(n, 5))},
                               {true, std::string(count * count * 4, '\0')},
                               {false, std::string(reinterpret_cast<const char*>(&n), sizeof n)}});
  TRY_VOID(buffers.allocate());
  TRY_VOID(buffers.fill());
  TRY(module, device->load(code));
  const auto tiles = static_cast<uint32_t>(n / 128);
  const Launch launch{module, "sgemm", {{tiles, tiles, 1}, {256, 1, 1}}, buffers.arguments()};
  VirtualRun how;
  how.sample_blocks = sample;
  Product out;
  out.seconds = seconds_of([&] { (void)device->run(launch, how); });
  TRY(result, buffers.read(2));
  out.result = std::move(result);
  return out;
}

Result<void> measure(const std::string& examples) {
  Knowledge knowledge;
  DiskFileSystem files;
  SystemProcessRunner processes;
  SystemClock clock;
  Compiler compiler({}, files, processes, clock);
  const std::string path = join_path(examples, "sgemm/sgemm_register_tile.cu");
  TRY(source, files.read(path));
  TRY(builds, compiler.compile({.file = path, .source = source, .architectures = {{.sm = 90}}}));
  constexpr int n = 1024;
  const auto a = matrix(n, 1), b = matrix(n, 5);
  std::vector<float> c(a.size());
  const double plain = median_of_three([&] { triple_loop(a, b, c, n); });
  double one = 0, two = 0;
  std::string result;
  for (const int threads : {1, 2}) {
    double times[3];
    for (double& time : times) {
      TRY(run, product(builds.front(), n, threads, 0, knowledge));
      time = run.seconds;
      result = run.result;
    }
    std::sort(std::begin(times), std::end(times));
    (threads == 1 ? one : two) = times[1];
  }
  const long before_large = peak_megabytes();
  TRY(large, product(builds.front(), 4096, 2, 32, knowledge));
  fmt::print("triple loop                 {:8.3f} s\n", plain);
  fmt::print("virtual GPU, one thread     {:8.3f} s   {:.2f} x the triple loop\n", one, one / plain);
  fmt::print("virtual GPU, two threads    {:8.3f} s   {:.2f} x faster than one\n", two, one / two);
  fmt::print("results equal               {}\n", result == bytes_of(c) ? "yes" : "no");
  fmt::print("4096^3, 32 of 1024 blocks   {:8.3f} s\n", large.seconds);
  fmt::print("peak memory                 {} MB at 1024^3 (buffers 12 MB, host copies 24 MB)\n", before_large);
  return {};
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  const auto measured = whet::bench::measure(argc > 1 ? argv[1] : "examples");
  if (!measured) std::fputs(whet::describe(measured.error()).c_str(), stderr);
  return measured ? 0 : 1;
}
