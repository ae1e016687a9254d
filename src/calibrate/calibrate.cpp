#include "calibrate/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "calibrate/figure.h"
#include "calibrate/probe_run.h"
#include "calibrate/product_figures.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr uint64_t k_virtual_bytes = 256ull << 20, k_real_bytes = 2ull << 30;
constexpr uint64_t k_beyond_l2 = 8;  // times its size
constexpr int k_real_loops = 16;
constexpr double k_launches_of_probe = 3;  // timed launches, on average

CalibrationState state_of(const GpuCondition& condition) {
  return {condition.sm_clock_hz, condition.memory_clock_hz, condition.power_watts, condition.temperature_celsius};
}

// Sizes below the largest at which a stream is timed too.
std::vector<uint64_t> smaller_sizes(const ProbeScale& scale) {
  std::vector<uint64_t> sizes;
  for (const uint64_t bytes : {scale.l2_bytes / 2, 2 * scale.l2_bytes, scale.most_bytes / 4, scale.most_bytes}) {
    if (bytes > 0 && bytes <= scale.most_bytes && (sizes.empty() || bytes > sizes.back())) sizes.push_back(bytes);
  }
  return sizes;
}

class Calibrator {
 public:
  Calibrator(Device& device, const ProbeScale& scale, const CalibrateOrder& order, const CalibrateServices& services)
      : device_(device), scale_(scale), order_(order), services_(services) {}

  Result<Calibration> run() {
    const int64_t begin = services_.clock.monotonic_ns();
    TRY(identity, device_.identity());
    const Architecture architecture = device_.facts().architecture;
    found_.device = std::move(identity);
    found_.product = device_.facts().gpu.product.id;
    found_.architecture = architecture.name();
    found_.date = order_.date;
    found_.is_virtual = device_.facts().is_virtual;
    TRY(chosen, choose(probes_for(architecture)));
    found_.left_out = std::move(chosen.left_out);
    seconds_ = order_.seconds / (k_launches_of_probe * static_cast<double>(std::max<size_t>(1, chosen.probes.size())));
    for (size_t i = 0; i < chosen.probes.size(); ++i) {
      if (order_.progress)
        order_.progress(fmt::format("{} of {}: {}", i + 1, chosen.probes.size(), chosen.probes[i].title));
      found_.figures.push_back(measured(chosen.probes[i]));
    }
    measure_products();
    finish();
    found_.seconds = 1e-9 * static_cast<double>(services_.clock.monotonic_ns() - begin);
    return std::move(found_);
  }

 private:
  Result<ProbeSet> choose(ProbeSet all) const {
    if (order_.only.empty()) return all;
    std::vector<CeilingProbe> kept;
    const std::vector<std::string> products = product_ids();
    for (const std::string& id : order_.only) {
      if (std::find(products.begin(), products.end(), id) != products.end()) continue;
      const auto found =
          std::find_if(all.probes.begin(), all.probes.end(), [&](const CeilingProbe& p) { return p.id == id; });
      if (found != all.probes.end()) {
        kept.push_back(*found);
        continue;
      }
      std::vector<std::string> ids;
      for (const CeilingProbe& probe : all.probes) ids.push_back(probe.id);
      ids.insert(ids.end(), products.begin(), products.end());
      return bad_input("there is no probe `" + id + "` for this device", {}, "choose from " + join(ids, ", "));
    }
    return ProbeSet{std::move(kept), {}};
  }

  void measure_products() {
    const auto is_chosen = [&](const std::string& id) {
      return order_.only.empty() || std::find(order_.only.begin(), order_.only.end(), id) != order_.only.end();
    };
    for (const Math math : VendorProduct::k_kinds) {
      const std::string id = product_id(math);
      if (!is_chosen(id)) continue;
      if (!services_.products) {
        found_.left_out.push_back(id + ": " + services_.no_products);
        continue;
      }
      if (order_.progress) order_.progress(id);
      found_.figures.push_back(product_figure(*services_.products, math, device_.facts().gpu));
    }
  }

  // Compiled once for all probes of a file with the same defines.
  Result<std::shared_ptr<DeviceModule>> module_of(const CeilingProbe& probe) {
    const std::string key = probe.file + " " + join(probe.defines, " ");
    if (const auto found = modules_.find(key); found != modules_.end()) return found->second;
    CompileRequest request;
    request.file = "probes/" + probe.file + ".cu";
    TRY(source, services_.knowledge.read(request.file));
    request.source = std::move(source);
    request.architectures = {device_.facts().architecture};
    request.defines = probe.defines;
    request.exact = false;
    TRY(builds, services_.compiler.compile(request));
    found_.compiler = builds.front().compiler;
    TRY(module, device_.load(builds.front()));
    modules_[key] = module;
    return module;
  }

  ProbeFigure measured(const CeilingProbe& probe) {
    auto figure = try_probe(probe);
    ProbeFigure found;
    if (figure) {
      found = *std::move(figure);
    } else {
      found.status = FigureStatus::failed;
      found.why = figure.error().what;
    }
    found.id = probe.id;
    found.title = probe.title;
    found.unit = probe.unit;
    return found;
  }

  Result<ProbeFigure> try_probe(const CeilingProbe& probe) {
    TRY(module, module_of(probe));
    ProbeRun run(device_, module, probe, scale_, seconds_);
    TRY(wrong, run.check());
    if (!wrong.empty()) return failed("its result is wrong: " + wrong);
    if (probe.has_sizes) return stream_figure(probe, run);
    TRY(full, run.time(ProbeSize::full));
    note(full);
    FigureInput input{
        probe.unit, probe.launch(scale_, ProbeSize::full).work, full, {}, sheet_peak(probe.id, device_.facts().gpu)};
    if (probe.has_part) {
      TRY(part, run.time(ProbeSize::part));
      input.part = part;
      input.work -= probe.launch(scale_, ProbeSize::part).work;
    }
    return figure_of(input);
  }

  // A stream at several sizes: all of the work in all of the time without the launch. The ceiling is the best of those
  // of which L2 can hold little.
  Result<ProbeFigure> stream_figure(const CeilingProbe& probe, ProbeRun& run) {
    ProbeFigure best;
    const uint64_t least_bytes = std::min(k_beyond_l2 * scale_.l2_bytes, scale_.most_bytes);
    std::vector<ProbePoint> points;
    for (const uint64_t bytes : smaller_sizes(scale_)) {
      ProbeScale scale = scale_;
      scale.most_bytes = bytes;
      TRY(times, run.time(ProbeSize::full, scale));
      note(times);
      FigureInput input{
          probe.unit, probe.launch(scale, ProbeSize::full).work, times, {}, sheet_peak(probe.id, device_.facts().gpu)};
      input.fixed_seconds = times.empty_seconds;
      ProbeFigure figure = figure_of(input);
      if (figure.value <= 0) continue;
      points.push_back({input.work, figure.value});
      const bool is_better = best.value <= 0 || std::pair(figure.status == FigureStatus::good, figure.value) >
                                                    std::pair(best.status == FigureStatus::good, best.value);
      if (bytes >= least_bytes && is_better) best = std::move(figure);
    }
    best.points = std::move(points);
    if (best.value <= 0) return failed("no size beyond L2 could be timed");
    return best;
  }

  void note(const ProbeTimes& times) {
    if (times.sm_clock_hz > 0) clocks_.push_back(times.sm_clock_hz);
    if (!is_begun_) found_.before = state_of(times.before);
    is_begun_ = true;
    found_.after = state_of(times.after);
  }

  void finish() {
    if (!clocks_.empty()) found_.sm_clock_hz = median(clocks_);
  }

  Device& device_;
  ProbeScale scale_;
  const CalibrateOrder& order_;
  const CalibrateServices& services_;
  double seconds_ = 1;
  bool is_begun_ = false;
  Calibration found_;
  std::vector<double> clocks_;
  std::map<std::string, std::shared_ptr<DeviceModule>> modules_;
};

}  // namespace

Result<ProbeScale> probe_scale(Device& device) {
  const FactSheet& product = device.facts().gpu.product;
  const auto sms = product.number("sm_count");
  const Fact* const l2 = product.find("l2");
  if (!sms || !l2 || !l2->number())
    return missing("the probes need the number of SMs and the size of L2 of " + product.name, {},
                   "`whet specs --list` shows the GPUs that whet has facts of");
  ProbeScale scale;
  scale.sms = static_cast<int>(*sms);
  scale.l2_bytes = static_cast<uint64_t>(*l2->number() * (l2->unit == "KiB"   ? 1024.0
                                                          : l2->unit == "MiB" ? 1048576.0
                                                                              : 1e6));
  scale.loops = device.facts().is_virtual ? 1 : k_real_loops;
  scale.most_bytes = device.facts().is_virtual ? k_virtual_bytes : k_real_bytes;
  // A copy needs two arrays, and the timer flushes L2 with a third.
  if (const auto free = device.free_bytes()) scale.most_bytes = std::min(scale.most_bytes, *free / 4);
  return scale;
}

Result<Calibration> calibrate(Device& device, const ProbeScale& scale, const CalibrateOrder& order,
                              const CalibrateServices& services) {
  return Calibrator(device, scale, order, services).run();
}

}  // namespace whet
