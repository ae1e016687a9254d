#include "device/cuda/cupti_host.h"

#include <utility>

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_host.h>

#include "device/cuda/cupti_params.h"

namespace whet {

namespace {

CUpti_Profiler_Host_Object* host_of(void* object) {
  return static_cast<CUpti_Profiler_Host_Object*>(object);
}

}  // namespace

Result<CuptiHost> CuptiHost::open(const CudaLibrary& cupti, const std::string& chip) {
  WHET_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params, host);
  host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  host.pChipName = chip.c_str();
  TRY_VOID(cupti.call("cuptiProfilerHostInitialize", &host));
  return CuptiHost(cupti, host.pHostObject);
}

CuptiHost::CuptiHost(CuptiHost&& other) noexcept
    : cupti_(std::exchange(other.cupti_, nullptr)), object_(std::exchange(other.object_, nullptr)) {}

CuptiHost::~CuptiHost() {
  if (!cupti_) return;
  WHET_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, host);
  host.pHostObject = host_of(object_);
  (void)cupti_->call("cuptiProfilerHostDeinitialize", &host);
}

Result<std::set<std::string, std::less<>>> CuptiHost::base_metrics() const {
  std::set<std::string, std::less<>> names;
  for (const CUpti_MetricType type :
       {CUPTI_METRIC_TYPE_COUNTER, CUPTI_METRIC_TYPE_RATIO, CUPTI_METRIC_TYPE_THROUGHPUT}) {
    WHET_CUPTI_PARAMS(CUpti_Profiler_Host_GetBaseMetrics_Params, base);
    base.pHostObject = host_of(object_);
    base.metricType = type;
    TRY_VOID(cupti_->call("cuptiProfilerHostGetBaseMetrics", &base));
    for (size_t i = 0; i < base.numMetrics; ++i) names.emplace(base.ppMetricNames[i]);
  }
  return names;
}

Result<void> CuptiHost::add(const std::vector<std::string>& names) const {
  std::vector<const char*> texts;
  for (const std::string& name : names) texts.push_back(name.c_str());
  WHET_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
  add.pHostObject = host_of(object_);
  add.ppMetricNames = texts.data();
  add.numMetrics = texts.size();
  return cupti_->call("cuptiProfilerHostConfigAddMetrics", &add);
}

Result<std::vector<uint8_t>> CuptiHost::configuration() const {
  WHET_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
  size.pHostObject = host_of(object_);
  TRY_VOID(cupti_->call("cuptiProfilerHostGetConfigImageSize", &size));
  std::vector<uint8_t> bytes(size.configImageSize);
  WHET_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, image);
  image.pHostObject = host_of(object_);
  image.configImageSize = bytes.size();
  image.pConfigImage = bytes.data();
  TRY_VOID(cupti_->call("cuptiProfilerHostGetConfigImage", &image));
  return bytes;
}

Result<std::vector<double>> CuptiHost::evaluate(const std::vector<std::string>& names,
                                                const std::vector<uint8_t>& data) const {
  std::vector<const char*> texts;
  for (const std::string& name : names) texts.push_back(name.c_str());
  std::vector<double> values(names.size());
  WHET_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
  evaluate.pHostObject = host_of(object_);
  evaluate.pCounterDataImage = data.data();
  evaluate.counterDataImageSize = data.size();
  evaluate.rangeIndex = 0;
  evaluate.ppMetricNames = texts.data();
  evaluate.numMetrics = texts.size();
  evaluate.pMetricValues = values.data();
  TRY_VOID(cupti_->call("cuptiProfilerHostEvaluateToGpuValues", &evaluate));
  return values;
}

}  // namespace whet

#else

namespace whet {

Result<CuptiHost> CuptiHost::open(const CudaLibrary&, const std::string&) {
  return missing("whet was built without CUPTI's headers", {}, "build it where the CUDA toolkit is installed");
}

CuptiHost::CuptiHost(CuptiHost&& other) noexcept : cupti_(other.cupti_), object_(other.object_) {}

CuptiHost::~CuptiHost() = default;

Result<std::set<std::string, std::less<>>> CuptiHost::base_metrics() const {
  return std::set<std::string, std::less<>>();
}

Result<void> CuptiHost::add(const std::vector<std::string>&) const {
  return {};
}

Result<std::vector<uint8_t>> CuptiHost::configuration() const {
  return std::vector<uint8_t>();
}

Result<std::vector<double>> CuptiHost::evaluate(const std::vector<std::string>&, const std::vector<uint8_t>&) const {
  return std::vector<double>();
}

}  // namespace whet

#endif
