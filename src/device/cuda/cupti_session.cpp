#include "device/cuda/cupti_session.h"

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include "device/cuda/cupti_host.h"
#include "device/cuda/cupti_params.h"

namespace whet {

namespace {

constexpr int k_most_passes = 256;  // in case the profiler never finishes

std::string objection_of(const CUpti_Profiler_DeviceSupported_Params& support) {
  if (support.isSupported == CUPTI_PROFILER_CONFIGURATION_SUPPORTED) return {};
  const std::pair<const char*, CUpti_Profiler_Support_Level> aspects[] = {
      {"architecture", support.architecture},
      {"SLI", support.sli},
      {"vGPU", support.vGpu},
      {"confidential computing", support.confidentialCompute},
      {"mining card", support.cmp},
      {"WSL", support.wsl}};
  std::string names;
  for (const auto& [name, level] : aspects) {
    if (level != CUPTI_PROFILER_CONFIGURATION_SUPPORTED) names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return "CUPTI does not support this configuration (" + names + ")";
}

}  // namespace

struct CuptiSession::State {
  CudaLibrary cupti;
  void* context = nullptr;
  CUpti_RangeProfiler_Object* profiler = nullptr;
  std::string chip, objection;
  // The host object with the metrics that were accepted last: adding them takes 0.1 s.
  std::unique_ptr<CuptiHost> ready;
  std::vector<std::string> ready_for;

  Result<std::unique_ptr<CuptiHost>> open_host() const {
    TRY(host, CuptiHost::open(cupti, chip));
    return std::make_unique<CuptiHost>(std::move(host));
  }

  // With these metrics added.
  Result<std::unique_ptr<CuptiHost>> take_host(const std::vector<std::string>& metrics) {
    std::unique_ptr<CuptiHost> kept = std::move(ready);
    if (kept && ready_for == metrics) return kept;
    kept.reset();
    TRY(host, open_host());
    TRY_VOID(host->add(metrics));
    return host;
  }

  Result<void> initialize(int device) {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params, start);
    TRY_VOID(cupti.call("cuptiProfilerInitialize", &start));
    WHET_CUPTI_PARAMS(CUpti_Profiler_DeviceSupported_Params, support);
    support.cuDevice = device;
    support.api = CUPTI_PROFILER_RANGE_PROFILING;
    TRY_VOID(cupti.call("cuptiProfilerDeviceSupported", &support));
    objection = objection_of(support);
    WHET_CUPTI_PARAMS(CUpti_Device_GetChipName_Params, name);
    name.deviceIndex = static_cast<size_t>(device);
    TRY_VOID(cupti.call("cuptiDeviceGetChipName", &name));
    chip = name.pChipName ? name.pChipName : "";
    return {};
  }

  // The profiler keeps pointers to its configuration images, so it must not outlive them.
  Result<void> enable() {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params, enable);
    enable.ctx = static_cast<CUcontext>(context);
    TRY_VOID(cupti.call("cuptiRangeProfilerEnable", &enable));
    profiler = enable.pRangeProfilerObject;
    return {};
  }

  void disable() {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params, disable);
    disable.pRangeProfilerObject = profiler;
    (void)cupti.call("cuptiRangeProfilerDisable", &disable);
    profiler = nullptr;
  }

  Result<std::vector<uint8_t>> counter_data(const std::vector<std::string>& names) const {
    std::vector<const char*> texts;
    for (const std::string& name : names) texts.push_back(name.c_str());
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
    size.pRangeProfilerObject = profiler;
    size.pMetricNames = texts.data();
    size.numMetrics = texts.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    TRY_VOID(cupti.call("cuptiRangeProfilerGetCounterDataSize", &size));
    std::vector<uint8_t> bytes(size.counterDataSize);
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, image);
    image.pRangeProfilerObject = profiler;
    image.counterDataSize = bytes.size();
    image.pCounterData = bytes.data();
    TRY_VOID(cupti.call("cuptiRangeProfilerCounterDataImageInitialize", &image));
    return bytes;
  }

  Result<void> configure(std::vector<uint8_t>& image, std::vector<uint8_t>& data) const {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params, config);
    config.pRangeProfilerObject = profiler;
    config.configSize = image.size();
    config.pConfig = image.data();
    config.counterDataImageSize = data.size();
    config.pCounterDataImage = data.data();
    config.range = CUPTI_AutoRange;  // of the kernel alone: a range of our own would hold the time before and after it
    config.replayMode = CUPTI_UserReplay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    config.targetNestingLevel = 1;
    return cupti.call("cuptiRangeProfilerSetConfig", &config);
  }

  // Whether this was the last pass.
  Result<bool> stop() const {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, stop);
    stop.pRangeProfilerObject = profiler;
    TRY_VOID(cupti.call("cuptiRangeProfilerStop", &stop));
    return stop.isAllPassSubmitted != 0;
  }

  // What was begun is ended, even if the launch failed: else the GPU's counters stay taken.
  Result<bool> one_pass(const std::function<Result<void>()>& before, const std::function<Result<void>()>& pass) const {
    TRY_VOID(before());
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params, start);
    start.pRangeProfilerObject = profiler;
    TRY_VOID(cupti.call("cuptiRangeProfilerStart", &start));
    const auto done = pass();
    auto last = stop();
    if (!done) return done.error();
    return last;
  }

  Result<void> decode() const {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params, decode);
    decode.pRangeProfilerObject = profiler;
    TRY_VOID(cupti.call("cuptiRangeProfilerDecodeData", &decode));
    if (decode.numOfRangeDropped > 0) return failed("CUPTI dropped the counters of the launch");
    return {};
  }

  // The images outlive the profiler's use of them: it is disabled before this returns.
  Result<std::vector<double>> measure(const CuptiHost& host, const std::vector<std::string>& names,
                                      const std::function<Result<void>()>& before,
                                      const std::function<Result<void>()>& pass, int& passes) {
    TRY(image, host.configuration());
    TRY_VOID(enable());
    auto data = counter_data(names);
    auto done = data ? configure(image, *data) : Result<void>(data.error());
    if (done) done = all_passes(before, pass, passes);
    if (done) done = decode();
    auto values = done ? host.evaluate(names, *data) : Result<std::vector<double>>(done.error());
    disable();
    return values;
  }

  Result<void> all_passes(const std::function<Result<void>()>& before, const std::function<Result<void>()>& pass,
                          int& passes) const {
    while (passes < k_most_passes) {
      TRY(last, one_pass(before, pass));
      ++passes;
      if (last) return {};
    }
    return failed("CUPTI wants more than " + std::to_string(k_most_passes) + " passes for these metrics");
  }
};

CuptiSession::CuptiSession(std::unique_ptr<State> state) : state_(std::move(state)) {}

CuptiSession::~CuptiSession() = default;

Result<std::unique_ptr<CuptiSession>> CuptiSession::open(CudaLibrary cupti, void* context, int device) {
  auto state = std::make_unique<State>(State{std::move(cupti)});
  state->context = context;
  TRY_VOID(state->initialize(device));
  return std::unique_ptr<CuptiSession>(new CuptiSession(std::move(state)));
}

const std::string& CuptiSession::objection() const {
  return state_->objection;
}

Result<std::vector<std::string>> CuptiSession::known(const std::vector<std::string>& metrics) const {
  TRY(host, CuptiHost::open(state_->cupti, state_->chip));
  TRY(bases, host.base_metrics());
  std::vector<std::string> counted;
  for (const std::string& name : metrics) {
    if (bases.contains(std::string_view(name).substr(0, name.find('.')))) counted.push_back(name);
  }
  return accepted(counted);
}

// Names that are refused are found by halves: one of them spoils the object that it is added to.
Result<std::vector<std::string>> CuptiSession::accepted(const std::vector<std::string>& metrics) const {
  if (metrics.empty()) return metrics;
  TRY(host, state_->open_host());
  if (host->add(metrics)) {
    state_->ready = std::move(host);
    state_->ready_for = metrics;
    return metrics;
  }
  if (metrics.size() == 1) return std::vector<std::string>();
  const auto middle = metrics.begin() + static_cast<std::ptrdiff_t>(metrics.size() / 2);
  TRY(first, accepted({metrics.begin(), middle}));
  TRY(second, accepted({middle, metrics.end()}));
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Result<CuptiReading> CuptiSession::collect(const std::vector<std::string>& metrics,
                                           const std::function<Result<void>()>& before,
                                           const std::function<Result<void>()>& pass) {
  CuptiReading reading;
  if (metrics.empty()) return reading;
  const auto host = state_->take_host(metrics);
  if (!host) {
    TRY(left, accepted(metrics));
    if (left.empty() || left.size() == metrics.size()) return host.error();
    return collect(left, before, pass);
  }
  TRY(values, state_->measure(**host, metrics, before, pass, reading.passes));
  for (size_t i = 0; i < metrics.size(); ++i) reading.values.emplace_back(metrics[i], values[i]);
  return reading;
}

}  // namespace whet

#else

namespace whet {

struct CuptiSession::State {
  std::string objection;
};

CuptiSession::CuptiSession(std::unique_ptr<State> state) : state_(std::move(state)) {}

CuptiSession::~CuptiSession() = default;

const std::string& CuptiSession::objection() const {
  return state_->objection;
}

Result<std::unique_ptr<CuptiSession>> CuptiSession::open(CudaLibrary, void*, int) {
  return missing("whet was built without CUPTI's headers", {}, "build it where the CUDA toolkit is installed");
}

Result<std::vector<std::string>> CuptiSession::known(const std::vector<std::string>&) const {
  return missing("whet was built without CUPTI's headers");
}

Result<CuptiReading> CuptiSession::collect(const std::vector<std::string>&, const std::function<Result<void>()>&,
                                           const std::function<Result<void>()>&) {
  return missing("whet was built without CUPTI's headers");
}

}  // namespace whet

#endif
