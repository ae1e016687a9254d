#include "device/cuda/cupti_session.h"

#include "device/cuda/cupti_library.h"

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

namespace whet {

namespace {

constexpr int k_most_passes = 256;  // in case the profiler never finishes

// CUPTI's parameter structs begin with their size, up to the last field known to this build.
#define WHET_CUPTI_PARAMS(type, name) \
  type name{};                        \
  name.structSize = type##_STRUCT_SIZE

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

  Result<CUpti_Profiler_Host_Object*> make_host() const {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params, host);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip.c_str();
    TRY_VOID(cupti.call("cuptiProfilerHostInitialize", &host));
    return host.pHostObject;
  }

  void end_host(CUpti_Profiler_Host_Object* object) const {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, host);
    host.pHostObject = object;
    (void)cupti.call("cuptiProfilerHostDeinitialize", &host);
  }

  // Adds metrics one by one, so that an unknown name does not affect the others.
  std::vector<const char*> add_metrics(CUpti_Profiler_Host_Object* host, const std::vector<std::string>& names) const {
    std::vector<const char*> known;
    for (const std::string& name : names) {
      const char* one[] = {name.c_str()};
      WHET_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
      add.pHostObject = host;
      add.ppMetricNames = one;
      add.numMetrics = 1;
      if (cupti.call("cuptiProfilerHostConfigAddMetrics", &add)) known.push_back(name.c_str());
    }
    return known;
  }

  Result<std::vector<uint8_t>> configuration(CUpti_Profiler_Host_Object* host) const {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
    size.pHostObject = host;
    TRY_VOID(cupti.call("cuptiProfilerHostGetConfigImageSize", &size));
    std::vector<uint8_t> bytes(size.configImageSize);
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, image);
    image.pHostObject = host;
    image.configImageSize = bytes.size();
    image.pConfigImage = bytes.data();
    TRY_VOID(cupti.call("cuptiProfilerHostGetConfigImage", &image));
    return bytes;
  }

  Result<std::vector<uint8_t>> counter_data(std::vector<const char*>& names) const {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
    size.pRangeProfilerObject = profiler;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
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
    config.range = CUPTI_UserRange;
    config.replayMode = CUPTI_UserReplay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    config.targetNestingLevel = 1;
    return cupti.call("cuptiRangeProfilerSetConfig", &config);
  }

  Result<bool> one_pass(const std::function<Result<void>()>& before, const std::function<Result<void>()>& pass) const {
    TRY_VOID(before());
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params, start);
    start.pRangeProfilerObject = profiler;
    TRY_VOID(cupti.call("cuptiRangeProfilerStart", &start));
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange_Params, push);
    push.pRangeProfilerObject = profiler;
    push.pRangeName = "whet";
    TRY_VOID(cupti.call("cuptiRangeProfilerPushRange", &push));
    TRY_VOID(pass());
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange_Params, pop);
    pop.pRangeProfilerObject = profiler;
    TRY_VOID(cupti.call("cuptiRangeProfilerPopRange", &pop));
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, stop);
    stop.pRangeProfilerObject = profiler;
    TRY_VOID(cupti.call("cuptiRangeProfilerStop", &stop));
    return stop.isAllPassSubmitted != 0;
  }

  Result<void> decode() const {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params, decode);
    decode.pRangeProfilerObject = profiler;
    return cupti.call("cuptiRangeProfilerDecodeData", &decode);
  }

  Result<std::vector<double>> evaluate(CUpti_Profiler_Host_Object* host, std::vector<const char*>& names,
                                       const std::vector<uint8_t>& data) const {
    std::vector<double> values(names.size());
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
    evaluate.pHostObject = host;
    evaluate.pCounterDataImage = data.data();
    evaluate.counterDataImageSize = data.size();
    evaluate.rangeIndex = 0;
    evaluate.ppMetricNames = names.data();
    evaluate.numMetrics = names.size();
    evaluate.pMetricValues = values.data();
    TRY_VOID(cupti.call("cuptiProfilerHostEvaluateToGpuValues", &evaluate));
    return values;
  }

  Result<std::vector<double>> measure(CUpti_Profiler_Host_Object* host, std::vector<const char*>& names,
                                      const std::function<Result<void>()>& before,
                                      const std::function<Result<void>()>& pass) const {
    TRY(image, configuration(host));
    TRY(data, counter_data(names));
    TRY_VOID(configure(image, data));
    bool complete = false;
    for (int i = 0; i < k_most_passes && !complete; ++i) {
      TRY(last, one_pass(before, pass));
      complete = last;
    }
    TRY_VOID(decode());
    return evaluate(host, names, data);
  }

  Result<std::vector<double>> measure_enabled(CUpti_Profiler_Host_Object* host, std::vector<const char*>& names,
                                              const std::function<Result<void>()>& before,
                                              const std::function<Result<void>()>& pass) {
    TRY_VOID(enable());
    auto values = measure(host, names, before, pass);
    disable();
    return values;
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

Result<std::vector<std::pair<std::string, double>>> CuptiSession::collect(const std::vector<std::string>& metrics,
                                                                          const std::function<Result<void>()>& before,
                                                                          const std::function<Result<void>()>& pass) {
  TRY(host, state_->make_host());
  std::vector<const char*> known = state_->add_metrics(host, metrics);
  std::vector<std::pair<std::string, double>> named;
  Result<std::vector<double>> values = std::vector<double>();
  if (!known.empty()) values = state_->measure_enabled(host, known, before, pass);
  state_->end_host(host);
  if (!values) return values.error();
  for (size_t i = 0; i < known.size(); ++i) named.emplace_back(known[i], (*values)[i]);
  return named;
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

Result<std::vector<std::pair<std::string, double>>> CuptiSession::collect(const std::vector<std::string>&,
                                                                          const std::function<Result<void>()>&,
                                                                          const std::function<Result<void>()>&) {
  return missing("whet was built without CUPTI's headers");
}

}  // namespace whet

#endif
