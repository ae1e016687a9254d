// whet's timing on a real GPU against itself, an injected slowdown, and other protocols: the tables of timing.md.
//   judge_timing same N        A against A, N comparisons at default settings, in a runner as `whet bench` has it
//   judge_timing slower N      the second kernel ends 2 % later
//   judge_timing protocols     medians of whet (cold, hot), of NVBench's protocol and of CUPTI's record, side by side
//   judge_timing once NAME     nine launches, for ncu to look at
#include <cstdio>
#include <cstdlib>

#include "compile/compiler.h"
#include "device/cuda/cuda_device.h"
#include "judge/nvbench_like.h"
#include "judge/process/remote_device.h"
#include "judge/timing/timing.h"
#include "util/self.h"
#include "util/text.h"

namespace whet::bench {

namespace {

// With `late` of 0 or more the last block to end waits for so many cycles: a slowdown that is known.
constexpr const char* k_source = R"(
__device__ unsigned ended;
__device__ void end_late(long long late) {
  if (late < 0) return;
  __syncthreads();
  if (threadIdx.x != 0 || atomicAdd(&ended, 1) != gridDim.x - 1) return;
  ended = 0;
  const long long end = clock64() + late;
  while (clock64() < end) {}
}
extern "C" __global__ void stream_copy(const float* in, float* out, int n, long long late) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
  end_late(late);
}
extern "C" __global__ void multiply_add(const float* in, float* out, int rounds, long long late) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v[16];
  for (int c = 0; c < 16; ++c) v[c] = in[i] + c;
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < 16; ++c) v[c] = v[c] * 0.999f + 0.5f;
  float sum = 0;
  for (int c = 0; c < 16; ++c) sum += v[c];
  out[i] = sum;
  end_late(late);
})";

struct Probe {
  const char* name;
  const char* kernel;
  int size;  // elements copied, or rounds of arithmetic
  bool is_copy;
};
constexpr Probe k_probes[] = {{"copy_1M", "stream_copy", 1 << 20, true},  {"copy_16M", "stream_copy", 1 << 24, true},
                              {"copy_64M", "stream_copy", 1 << 26, true}, {"math_256", "multiply_add", 256, false},
                              {"math_1024", "multiply_add", 1024, false}, {"math_8192", "multiply_add", 8192, false}};
constexpr int k_threads = 256, k_math_blocks = 132 * 8;
constexpr double k_slowdown = 0.02;
constexpr size_t k_most_elements = 70'000'000;
constexpr int k_protocol_samples = 101, k_profiled_launches = 9;

class Bench {
 public:
  static Result<std::unique_ptr<Bench>> open(bool in_runner) {
    std::unique_ptr<Bench> bench(new Bench());
    TRY(device, in_runner ? bench->open_runner() : bench->open_here());
    bench->device_ = std::move(device);
    Compiler compiler({}, bench->files_, bench->processes_, bench->clock_);
    CompileRequest request;
    request.file = "timing_check.cu";
    request.source = k_source;
    request.architectures = {bench->device_->facts().architecture};
    TRY(builds, compiler.compile(request));
    bench->build_ = std::move(builds.front());
    TRY(module, bench->device_->load(bench->build_));
    bench->module_ = module;
    TRY(in, bench->device_->allocate(4 * k_most_elements, "in"));
    TRY(out, bench->device_->allocate(4 * k_most_elements, "out"));
    bench->in_ = in;
    bench->out_ = out;
    TRY_VOID(bench->device_->fill(in, 0x3c, 4 * k_most_elements));
    return bench;
  }

  Launch launch(const Probe& probe, int64_t late = -1) const {
    Launch launch;
    launch.module = module_;
    launch.kernel = probe.kernel;
    launch.shape.grid.x = static_cast<uint32_t>(probe.is_copy ? probe.size / k_threads : k_math_blocks);
    launch.shape.block.x = k_threads;
    launch.arguments = {bytes_of(in_), bytes_of(out_), bytes_of(probe.size), bytes_of(late)};
    return launch;
  }

  // One row of the table of verdicts: what became of `count` comparisons.
  Result<void> compare(const Probe& probe, double slowdown, int count) {
    TRY(late, slowdown > 0 ? cycles_of(probe, slowdown) : Result<int64_t>(-1));
    const Contender baseline{device_.get(), {launch(probe, late < 0 ? -1 : 0)}, 1},
        candidate{device_.get(), {launch(probe, late)}, 1};
    int outcomes[8] = {};
    double sum = 0, seconds = 0, noise = 0;
    const int64_t begin = clock_.monotonic_ns();
    for (int i = 0; i < count; ++i) {
      TimingRule rule;
      rule.seed = static_cast<uint64_t>(i) + 1;
      rule.witness = i == 0;
      TRY(paired, time_paired(baseline, candidate, rule, {}, clock_));
      ++outcomes[static_cast<size_t>(paired.comparison.outcome)];
      if (!paired.baseline.invalid.empty()) std::fprintf(stderr, "%s\n", paired.baseline.invalid.c_str());
      sum += paired.comparison.time.median;
      seconds = paired.baseline.seconds.median;
      noise = paired.baseline.seconds.relative_iqr;
    }
    const auto of = [&](Outcome outcome) { return 100.0 * outcomes[static_cast<size_t>(outcome)] / count; };
    std::printf("| %s | %.1f | %.2f %% | %d | %.4f | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.2f |\n",
                probe.name, 1e6 * seconds, 100 * noise, count, sum / count, of(Outcome::faster), of(Outcome::slower),
                of(Outcome::same), of(Outcome::inconclusive), of(Outcome::invalid),
                1e-9 * static_cast<double>(clock_.monotonic_ns() - begin) / count);
    std::fflush(stdout);
    return {};
  }

  Result<double> median_of(const Probe& probe, SamplingPlan::Cache cache, SamplingPlan::Method method) {
    TimingRule rule;
    rule.cache = cache;
    rule.method = method;
    rule.witness = false;
    rule.stopping.fewest_samples = rule.stopping.most_samples = k_protocol_samples;
    const Contender contender{device_.get(), {launch(probe)}, 1};
    TRY(timing, time_alone(contender, rule, clock_));
    return timing.seconds.median;
  }

  // The events' own time while CUPTI records, and its record of the same samples.
  Result<Sample> witnessed(const Probe& probe) {
    SamplingPlan plan;
    plan.samples = k_protocol_samples;
    plan.witness = true;
    TRY(sampling, device_->sample({launch(probe)}, plan));
    std::vector<double> events, record;
    for (const Sample& sample : sampling.samples) {
      events.push_back(sample.seconds);
      record.push_back(sample.witness_seconds);
    }
    return Sample{median(std::move(events)), 0, median(std::move(record))};
  }

  Result<void> protocols(const Probe& probe, NvbenchLike& nvbench) {
    using Cache = SamplingPlan::Cache;
    using Method = SamplingPlan::Method;
    TRY(cold, median_of(probe, Cache::cold, Method::cuda_event));
    TRY(theirs, nvbench.measure(build_.cubin, launch(probe), k_protocol_samples));
    TRY(host, median_of(probe, Cache::cold, Method::host_time));
    TRY(hot, median_of(probe, Cache::hot, Method::cuda_event));
    const auto cupti = median_of(probe, Cache::cold, Method::cupti);
    if (!cupti) std::fprintf(stderr, "%s", describe(cupti.error()).c_str());
    TRY(both, witnessed(probe));
    std::printf("| %s | %.2f | %.2f | %.3f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", probe.name, 1e6 * cold,
                1e6 * theirs, cold / theirs, cupti ? 1e6 * *cupti : 0.0, 1e6 * both.seconds, 1e6 * both.witness_seconds,
                1e6 * host, 1e6 * hot);
    std::fflush(stdout);
    return {};
  }

  // A share of the probe's time, by the clock it runs at.
  Result<int64_t> cycles_of(const Probe& probe, double share) {
    const Contender contender{device_.get(), {launch(probe, 0)}, 1};
    TRY(timing, time_alone(contender, {}, clock_));
    return static_cast<int64_t>(share * timing.seconds.median * timing.clock_hz.median);
  }

  Device& device() { return *device_; }

 private:
  Result<std::unique_ptr<Device>> open_here() {
    TRY(device, CudaDevice::open(0, knowledge_));
    return std::unique_ptr<Device>(std::move(device));
  }

  Result<std::unique_ptr<Device>> open_runner() {
    RemoteSettings settings;
    settings.device.device = "cuda:0";
    settings.program = join_path(directory_of(own_path()), "whet");
    TRY(device, RemoteDevice::open(settings, knowledge_));
    return std::unique_ptr<Device>(std::move(device));
  }

  template <typename T>
  static std::string bytes_of(const T& value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  }

  const Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  std::unique_ptr<Device> device_;
  Build build_;
  std::shared_ptr<DeviceModule> module_;
  uint64_t in_ = 0, out_ = 0;
};

Result<void> compare_all(Bench& bench, double slowdown, int count) {
  std::printf(
      "| kernel | median us | spread | comparisons | mean speedup | faster | slower | same | inconclusive | invalid | "
      "s "
      "each |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
  for (const Probe& probe : k_probes) TRY_VOID(bench.compare(probe, slowdown, count));
  return {};
}

Result<void> all_protocols(Bench& bench) {
  TRY(nvbench, NvbenchLike::open(0));
  std::printf(
      "| kernel | whet cold us | NVBench's us | ratio | CUPTI us | events beside CUPTI us | its record us | host us | "
      "hot us |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n");
  for (const Probe& probe : k_probes) TRY_VOID(bench.protocols(probe, *nvbench));
  return {};
}

Result<void> once(Bench& bench, const std::string& name) {
  for (const Probe& probe : k_probes) {
    if (name != probe.name) continue;
    for (int i = 0; i < k_profiled_launches; ++i) TRY_VOID(bench.device().launch(bench.launch(probe)));
    return {};
  }
  return bad_input("there is no probe `" + name + "`");
}

Result<void> run(const std::string& mode, const char* value) {
  TRY(bench, Bench::open(mode == "same" || mode == "slower"));
  if (mode == "once") return once(*bench, value ? value : "");
  std::printf("%s\n\n", bench->device().facts().gpu.product.name.c_str());
  const int count = value ? std::atoi(value) : 0;
  if (mode == "protocols") return all_protocols(*bench);
  if (mode == "same") return compare_all(*bench, 0, count > 0 ? count : 200);
  if (mode == "slower") return compare_all(*bench, k_slowdown, count > 0 ? count : 100);
  return bad_input("there is no mode `" + mode + "`", {}, "same, slower, protocols or once");
}

}  // namespace

}  // namespace whet::bench

int main(int argc, char** argv) {
  const auto done = whet::bench::run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : nullptr);
  if (!done) std::fputs(whet::describe(done.error()).c_str(), stderr);
  return done ? 0 : 1;
}
