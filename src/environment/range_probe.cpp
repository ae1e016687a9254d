#include "environment/range_probe.h"

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <vector>

namespace whet {

namespace {

constexpr const char* k_metric = "sm__cycles_elapsed.max";
constexpr int k_most_passes = 16;  // one is enough for this metric; the bound is against a profiler that never ends

// CUPTI's parameter structs begin with their own size, up to the last field this build knows.
#define WHET_CUPTI_PARAMS(type, name) \
  type name{};                        \
  name.structSize = type##_STRUCT_SIZE

// The steps of one measurement, in order; each is false when a call failed, and `cupti` or `driver` know which.
class RangeProbe {
 public:
  RangeProbe(CudaCalls& driver, CudaCalls& cupti, const ProbedGpu& gpu) : driver_(driver), cupti_(cupti), gpu_(gpu) {}

  bool run(double& value) {
    return initialize() && make_configuration() && enable() && make_counter_data() && configure() && collect() &&
           evaluate(value);
  }

  // "this GPU is not supported (vGPU)", when CUPTI says so; what it then does counts for more.
  const std::string& objection() const { return objection_; }

  void close() {
    if (!profiler_) return;
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params, disable);
    disable.pRangeProfilerObject = profiler_;
    cupti_.call("cuptiRangeProfilerDisable", &disable);
  }

 private:
  bool initialize() {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params, start);
    if (!cupti_.call("cuptiProfilerInitialize", &start)) return false;
    WHET_CUPTI_PARAMS(CUpti_Profiler_DeviceSupported_Params, support);
    support.cuDevice = gpu_.device;
    support.api = CUPTI_PROFILER_RANGE_PROFILING;
    if (!cupti_.call("cuptiProfilerDeviceSupported", &support)) return false;
    if (support.isSupported != CUPTI_PROFILER_CONFIGURATION_SUPPORTED) objection_ = objection_of(support);
    WHET_CUPTI_PARAMS(CUpti_Device_GetChipName_Params, chip);
    chip.deviceIndex = static_cast<size_t>(gpu_.device);
    if (!cupti_.call("cuptiDeviceGetChipName", &chip)) return false;
    chip_ = chip.pChipName ? chip.pChipName : "";
    return true;
  }

  static std::string objection_of(const CUpti_Profiler_DeviceSupported_Params& support) {
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

  // What to count, as an image the hardware understands.
  bool make_configuration() {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params, host);
    host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    host.pChipName = chip_.c_str();
    if (!cupti_.call("cuptiProfilerHostInitialize", &host)) return false;
    host_ = host.pHostObject;
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
    add.pHostObject = host_;
    add.ppMetricNames = metrics_;
    add.numMetrics = 1;
    if (!cupti_.call("cuptiProfilerHostConfigAddMetrics", &add)) return false;
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
    size.pHostObject = host_;
    if (!cupti_.call("cuptiProfilerHostGetConfigImageSize", &size)) return false;
    configuration_.resize(size.configImageSize);
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, image);
    image.pHostObject = host_;
    image.configImageSize = configuration_.size();
    image.pConfigImage = configuration_.data();
    return cupti_.call("cuptiProfilerHostGetConfigImage", &image);
  }

  bool enable() {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params, enable);
    enable.ctx = static_cast<CUcontext>(gpu_.context);
    if (!cupti_.call("cuptiRangeProfilerEnable", &enable)) return false;
    profiler_ = enable.pRangeProfilerObject;
    return true;
  }

  // Room for the values of one range.
  bool make_counter_data() {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
    size.pRangeProfilerObject = profiler_;
    size.pMetricNames = metrics_;
    size.numMetrics = 1;
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    if (!cupti_.call("cuptiRangeProfilerGetCounterDataSize", &size)) return false;
    counter_data_.resize(size.counterDataSize);
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, image);
    image.pRangeProfilerObject = profiler_;
    image.counterDataSize = counter_data_.size();
    image.pCounterData = counter_data_.data();
    return cupti_.call("cuptiRangeProfilerCounterDataImageInitialize", &image);
  }

  bool configure() {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params, config);
    config.pRangeProfilerObject = profiler_;
    config.configSize = configuration_.size();
    config.pConfig = configuration_.data();
    config.counterDataImageSize = counter_data_.size();
    config.pCounterDataImage = counter_data_.data();
    config.range = CUPTI_UserRange;
    config.replayMode = CUPTI_UserReplay;
    config.maxRangesPerPass = 1;
    config.numNestingLevels = 1;
    config.minNestingLevel = 1;
    config.targetNestingLevel = 1;
    return cupti_.call("cuptiRangeProfilerSetConfig", &config);
  }

  bool collect() {
    bool complete = false;
    for (int pass = 0; pass < k_most_passes && !complete; ++pass) {
      if (!collect_pass(complete)) return false;
    }
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params, decode);
    decode.pRangeProfilerObject = profiler_;
    return cupti_.call("cuptiRangeProfilerDecodeData", &decode);
  }

  bool collect_pass(bool& complete) {
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params, start);
    start.pRangeProfilerObject = profiler_;
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange_Params, push);
    push.pRangeProfilerObject = profiler_;
    push.pRangeName = "whet";
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange_Params, pop);
    pop.pRangeProfilerObject = profiler_;
    WHET_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, stop);
    stop.pRangeProfilerObject = profiler_;
    const bool done = cupti_.call("cuptiRangeProfilerStart", &start) &&
                      cupti_.call("cuptiRangeProfilerPushRange", &push) && launch() &&
                      cupti_.call("cuptiRangeProfilerPopRange", &pop) && cupti_.call("cuptiRangeProfilerStop", &stop);
    complete = stop.isAllPassSubmitted != 0;
    return done;
  }

  bool launch() {
    void** const none = nullptr;
    void* const stream = nullptr;
    const bool launched =
        !gpu_.kernel || driver_.call("cuLaunchKernel", gpu_.kernel, 1u, 1u, 1u, 32u, 1u, 1u, 0u, stream, none, none);
    return launched && driver_.call("cuCtxSynchronize");
  }

  bool evaluate(double& value) {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
    evaluate.pHostObject = host_;
    evaluate.pCounterDataImage = counter_data_.data();
    evaluate.counterDataImageSize = counter_data_.size();
    evaluate.rangeIndex = 0;
    evaluate.ppMetricNames = metrics_;
    evaluate.numMetrics = 1;
    evaluate.pMetricValues = &value;
    return cupti_.call("cuptiProfilerHostEvaluateToGpuValues", &evaluate);
  }

  CudaCalls& driver_;
  CudaCalls& cupti_;
  const ProbedGpu& gpu_;
  const char* metrics_[1] = {k_metric};
  std::string chip_, objection_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  std::vector<uint8_t> configuration_, counter_data_;
};

}  // namespace

void read_one_counter(CudaCalls& driver, CudaCalls& cupti, const ProbedGpu& gpu, const Emit& emit) {
  driver.forget_failure();
  cupti.forget_failure();
  RangeProbe probe(driver, cupti, gpu);
  double value = 0;
  if (probe.run(value)) {
    emit(Json(
        Json::Object{{"counters", Json(Json::Object{{"metric", k_metric}, {"value", value}, {"gpu", gpu.name}})}}));
  } else {
    CallFailure failure = cupti.failure().step.empty() ? driver.failure() : cupti.failure();
    if (!probe.objection().empty()) failure.text += "; " + probe.objection();
    emit_failure(emit, failure);
  }
  probe.close();
}

}  // namespace whet

#else

namespace whet {

void read_one_counter(CudaCalls&, CudaCalls&, const ProbedGpu&, const Emit& emit) {
  emit_failure(emit, {"reading a counter", CallFailure::k_no_headers, "whet was built without CUPTI's headers"});
}

}  // namespace whet

#endif
