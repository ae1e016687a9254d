// Times of a set's kernels on the GPU of this machine; nothing is modelled here.
//   vgpu_times fit|test OUT.json [NAME-PART]
#include <algorithm>
#include <cstdio>

#include "device/cuda/cuda_device.h"
#include "util/text/json.h"
#include "vgpu/time_setup.h"

namespace whet::bench {
namespace {

constexpr int k_warm_ups = 2, k_samples = 11;
constexpr double k_limit_seconds = 2;

Json json_of(const TimeCase& c, std::vector<Sample> samples) {
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.seconds < b.seconds; });
  const Sample& middle = samples[samples.size() / 2];
  return Json::Object{{"name", c.name},
                      {"measured_s", middle.seconds},
                      {"low_s", samples[samples.size() / 4].seconds},
                      {"high_s", samples[samples.size() * 3 / 4].seconds},
                      {"clock_hz", middle.sm_clock_hz}};
}

Result<Json> measure(CudaDevice& device, const TimeCase& c, KernelBuilds& builds, ContentStore& contents) {
  TRY(build, builds.of(c.file));
  PlacedCase placed(device, c);
  TRY(launch, placed.place(*build, contents));
  SamplingPlan plan;
  plan.warm_ups = k_warm_ups;
  plan.samples = k_samples;
  plan.limit_seconds = k_limit_seconds;
  TRY(sampling, device.sample({launch}, plan));
  if (sampling.samples.empty()) return failed("no sample was taken");
  return json_of(c, std::move(sampling.samples));
}

Result<void> measure_all(const std::string& set, const std::string& out, const std::string& part) {
  const Knowledge knowledge;
  DiskFileSystem files;
  TRY(cases, cases_of_set(set));
  TRY(device, CudaDevice::open(0, knowledge));
  KernelBuilds builds;
  ContentStore contents;
  Json list = Json::array();
  for (const TimeCase& c : cases) {
    if (c.name.find(part) == std::string::npos) continue;
    const Result<Json> measured = measure(*device, c, builds, contents);
    if (!measured) std::fprintf(stderr, "%s: %s", c.name.c_str(), describe(measured.error()).c_str());
    list.push_back(measured ? *measured : Json(Json::Object{{"name", c.name}, {"error", describe(measured.error())}}));
    if (!measured) {
      device.reset();
      TRY(again, CudaDevice::open(0, knowledge));  // a kernel that faults spoils the context it ran in
      device = std::move(again);
    }
    // After every case: a run that is cut short keeps what it has.
    TRY_VOID(files.write(
        out, Json(Json::Object{{"gpu", device->description()}, {"set", set}, {"cases", list}}).dump() + "\n"));
  }
  std::printf("%zu cases of set %s\n", list.as_array()->size(), set.c_str());
  return {};
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: vgpu_times fit|test OUT.json [NAME-PART]\n", stderr);
    return 3;
  }
  const auto done = whet::bench::measure_all(argv[1], argv[2], argc > 3 ? argv[3] : "");
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 4;
}
