#include "device/cuda/fake_cupti.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "device/cuda/cupti_library.h"

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#endif

namespace whet::test {

namespace {

FakeCupti fake;
int context = 0;

#if __has_include(<cupti_range_profiler.h>)

constexpr int k_invalid_parameter = CUPTI_ERROR_INVALID_PARAMETER, k_invalid_operation = CUPTI_ERROR_INVALID_OPERATION;
constexpr uint8_t k_configured = 0x5a;
std::vector<std::string> added;
const uint8_t* config_image = nullptr;
uint8_t* counter_image = nullptr;
CUpti_PCSamplingData* sampling_buffer = nullptr;

// The code of a call: the script's, else one for a wrong size or order.
int code_of(const char* name, bool right_size, bool right_order) {
  fake.calls.emplace_back(name);
  if (const auto failing = fake.failing.find(name); failing != fake.failing.end()) return failing->second;
  return !right_size ? k_invalid_parameter : right_order ? 0 : k_invalid_operation;
}

template <typename Params>
bool is_whole(const Params* params, size_t size) {
  return params && params->structSize == size && params->pPriv == nullptr;
}

#define WHET_SIZE_OF(type) (is_whole(params, type##_STRUCT_SIZE))

int text_of(int code, const char** text) {
  switch (code) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      return *text = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES", 0;
    case CUPTI_ERROR_INVALID_OPERATION:
      return *text = "CUPTI_ERROR_INVALID_OPERATION", 0;
    case CUPTI_ERROR_INVALID_PARAMETER:
      return *text = "CUPTI_ERROR_INVALID_PARAMETER", 0;
    default:
      return *text = "CUPTI_ERROR_X", 0;
  }
}
int version(uint32_t* number) {
  return *number = fake.version, 0;
}
int initialize(CUpti_Profiler_Initialize_Params* params) {
  return code_of("cuptiProfilerInitialize", WHET_SIZE_OF(CUpti_Profiler_Initialize_Params), true);
}
int supported(CUpti_Profiler_DeviceSupported_Params* params) {
  params->isSupported = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  return code_of("cuptiProfilerDeviceSupported", WHET_SIZE_OF(CUpti_Profiler_DeviceSupported_Params), true);
}
int chip(CUpti_Device_GetChipName_Params* params) {
  params->pChipName = "GH100";
  return code_of("cuptiDeviceGetChipName", WHET_SIZE_OF(CUpti_Device_GetChipName_Params), true);
}
int host_open(CUpti_Profiler_Host_Initialize_Params* params) {
  added.clear();
  fake.is_host_spoilt = false;
  ++fake.open_hosts;
  params->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object*>(&fake);
  const bool right = WHET_SIZE_OF(CUpti_Profiler_Host_Initialize_Params);
  return code_of("cuptiProfilerHostInitialize", right && params->pChipName == std::string("GH100"), true);
}
int host_close(CUpti_Profiler_Host_Deinitialize_Params* params) {
  --fake.open_hosts;
  return code_of("cuptiProfilerHostDeinitialize", WHET_SIZE_OF(CUpti_Profiler_Host_Deinitialize_Params), true);
}
// All bases are called counters here.
int host_bases(CUpti_Profiler_Host_GetBaseMetrics_Params* params) {
  static std::vector<std::string> names;
  static std::vector<const char*> texts;
  names.clear();
  texts.clear();
  if (params->metricType == CUPTI_METRIC_TYPE_COUNTER) {
    for (const auto& [name, value] : fake.metrics) names.push_back(name.substr(0, name.find('.')));
  }
  for (const std::string& name : names) texts.push_back(name.c_str());
  params->ppMetricNames = texts.data();
  params->numMetrics = texts.size();
  return code_of("cuptiProfilerHostGetBaseMetrics", WHET_SIZE_OF(CUpti_Profiler_Host_GetBaseMetrics_Params), true);
}
// Stricter than CUPTI on an H200, where a second call costs passes: an unknown name spoils the object, and so does
// that.
int host_add(CUpti_Profiler_Host_ConfigAddMetrics_Params* params) {
  if (!added.empty() || fake.is_host_spoilt) return CUPTI_ERROR_UNKNOWN;
  for (size_t i = 0; i < params->numMetrics; ++i) {
    fake.is_host_spoilt |= !fake.metrics.contains(params->ppMetricNames[i]);
    added.emplace_back(params->ppMetricNames[i]);
  }
  if (fake.is_host_spoilt) return CUPTI_ERROR_INVALID_METRIC_NAME;
  return code_of("cuptiProfilerHostConfigAddMetrics", WHET_SIZE_OF(CUpti_Profiler_Host_ConfigAddMetrics_Params), true);
}
int image_size(CUpti_Profiler_Host_GetConfigImageSize_Params* params) {
  params->configImageSize = 64;
  return code_of("cuptiProfilerHostGetConfigImageSize", WHET_SIZE_OF(CUpti_Profiler_Host_GetConfigImageSize_Params),
                 true);
}
int image(CUpti_Profiler_Host_GetConfigImage_Params* params) {
  std::memset(params->pConfigImage, k_configured, params->configImageSize);
  return code_of("cuptiProfilerHostGetConfigImage", WHET_SIZE_OF(CUpti_Profiler_Host_GetConfigImage_Params), true);
}
int enable(CUpti_RangeProfiler_Enable_Params* params) {
  const bool right = WHET_SIZE_OF(CUpti_RangeProfiler_Enable_Params) && params->ctx == fake_context();
  const int code = code_of("cuptiRangeProfilerEnable", right, !fake.profiling && !fake.sampling);
  params->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object*>(&fake);
  fake.profiling = code == 0;
  fake.passes_done = 0;
  return code;
}
int disable(CUpti_RangeProfiler_Disable_Params* params) {
  const int code = code_of("cuptiRangeProfilerDisable", WHET_SIZE_OF(CUpti_RangeProfiler_Disable_Params),
                           fake.profiling && !fake.started);
  fake.profiling = false;
  return code;
}
int data_size(CUpti_RangeProfiler_GetCounterDataSize_Params* params) {
  params->counterDataSize = 128;
  const bool right = params->numMetrics == added.size() && params->maxNumRangeTreeNodes >= params->maxNumOfRanges;
  return code_of("cuptiRangeProfilerGetCounterDataSize", right, fake.profiling);
}
int data_image(CUpti_RangeProfiler_CounterDataImage_Initialize_Params* params) {
  std::memset(params->pCounterData, 0, params->counterDataSize);
  return code_of("cuptiRangeProfilerCounterDataImageInitialize",
                 WHET_SIZE_OF(CUpti_RangeProfiler_CounterDataImage_Initialize_Params), fake.profiling);
}
int configure(CUpti_RangeProfiler_SetConfig_Params* params) {
  config_image = params->pConfig;
  counter_image = params->pCounterDataImage;
  const bool right = WHET_SIZE_OF(CUpti_RangeProfiler_SetConfig_Params) && params->configSize == 64 &&
                     params->counterDataImageSize == 128 && params->replayMode == CUPTI_UserReplay &&
                     params->range == CUPTI_AutoRange && params->maxRangesPerPass == 1;
  return code_of("cuptiRangeProfilerSetConfig", right, fake.profiling && !fake.started);
}
int start(CUpti_RangeProfiler_Start_Params* params) {
  const bool alive = config_image && config_image[63] == k_configured;  // a freed image would be noticed by ASan
  const int code =
      code_of("cuptiRangeProfilerStart", WHET_SIZE_OF(CUpti_RangeProfiler_Start_Params), alive && !fake.started);
  fake.started = code == 0;
  return code;
}
int stop(CUpti_RangeProfiler_Stop_Params* params) {
  const int code = code_of("cuptiRangeProfilerStop", WHET_SIZE_OF(CUpti_RangeProfiler_Stop_Params), fake.started);
  fake.started = false;
  params->isAllPassSubmitted = ++fake.passes_done >= fake.passes;
  return code;
}
int decode(CUpti_RangeProfiler_DecodeData_Params* params) {
  params->numOfRangeDropped = fake.dropped_ranges;
  counter_image[127] = k_configured;
  return code_of("cuptiRangeProfilerDecodeData", WHET_SIZE_OF(CUpti_RangeProfiler_DecodeData_Params),
                 fake.profiling && !fake.started && fake.passes_done >= fake.passes);
}
// Of several counters of SASS operations all have the value of one, as on an H200.
int evaluate(CUpti_Profiler_Host_EvaluateToGpuValues_Params* params) {
  for (size_t i = 0; i < params->numMetrics; ++i) params->pMetricValues[i] = fake.metrics.at(params->ppMetricNames[i]);
  return code_of("cuptiProfilerHostEvaluateToGpuValues", WHET_SIZE_OF(CUpti_Profiler_Host_EvaluateToGpuValues_Params),
                 params->pCounterDataImage[127] == k_configured);
}

template <typename Params>
bool is_sized(const Params* params, size_t size) {
  return params && params->size == size && params->ctx == fake_context();
}

int pc_enable(CUpti_PCSamplingEnableParams* params) {
  const int code = code_of("cuptiPCSamplingEnable", is_sized(params, CUpti_PCSamplingEnableParamsSize),
                           !fake.sampling && !fake.profiling);
  fake.sampling = code == 0;
  return code;
}
int pc_disable(CUpti_PCSamplingDisableParams* params) {
  const int code =
      code_of("cuptiPCSamplingDisable", is_sized(params, CUpti_PCSamplingDisableParamsSize), fake.sampling);
  if (sampling_buffer) sampling_buffer->totalNumPcs = 0;  // CUPTI writes here until now
  sampling_buffer = nullptr;
  fake.sampling = false;
  return code;
}
int pc_number(CUpti_PCSamplingGetNumStallReasonsParams* params) {
  *params->numStallReasons = fake.reasons.size();
  return code_of("cuptiPCSamplingGetNumStallReasons", is_sized(params, CUpti_PCSamplingGetNumStallReasonsParamsSize),
                 fake.sampling);
}
int pc_reasons(CUpti_PCSamplingGetStallReasonsParams* params) {
  for (size_t i = 0; i < params->numStallReasons; ++i) {
    params->stallReasonIndex[i] = static_cast<uint32_t>(7 + i);  // not the place in the list
    std::snprintf(params->stallReasons[i], CUPTI_STALL_REASON_STRING_SIZE, "%s", fake.reasons[i].c_str());
  }
  return code_of("cuptiPCSamplingGetStallReasons", is_sized(params, CUpti_PCSamplingGetStallReasonsParamsSize),
                 fake.sampling);
}
int pc_configure(CUpti_PCSamplingConfigurationInfoParams* params) {
  for (size_t i = 0; i < params->numAttributes; ++i) {
    const CUpti_PCSamplingConfigurationInfo& each = params->pPCSamplingConfigurationInfo[i];
    if (each.attributeType == CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE)
      fake.mode = each.attributeData.collectionModeData.collectionMode;
    if (each.attributeType == CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD)
      fake.exponent = each.attributeData.samplingPeriodData.samplingPeriod;
    if (each.attributeType == CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER)
      sampling_buffer =
          static_cast<CUpti_PCSamplingData*>(each.attributeData.samplingDataBufferData.samplingDataBuffer);
  }
  return code_of("cuptiPCSamplingSetConfigurationAttribute",
                 is_sized(params, CUpti_PCSamplingConfigurationInfoParamsSize),
                 fake.sampling && !fake.sampling_started);
}
int pc_start(CUpti_PCSamplingStartParams* params) {
  const int code = code_of("cuptiPCSamplingStart", is_sized(params, CUpti_PCSamplingStartParamsSize),
                           sampling_buffer && !fake.sampling_started && !fake.refused_modes.contains(fake.mode));
  fake.sampling_started = code == 0;
  return code;
}
int pc_stop(CUpti_PCSamplingStopParams* params) {
  const int code =
      code_of("cuptiPCSamplingStop", is_sized(params, CUpti_PCSamplingStopParamsSize), fake.sampling_started);
  fake.sampling_started = false;
  fake.pcs_read = 0;
  return code;
}

void write_pc(const FakePc& from, CUpti_PCSamplingPCData& to) {
  to.functionName = const_cast<char*>(from.function);
  to.pcOffset = from.offset;
  to.stallReasonCount = 0;
  for (size_t i = 0; i < fake.reasons.size(); ++i) {
    const auto found = from.samples.find(fake.reasons[i]);
    if (found == from.samples.end()) continue;
    to.stallReason[to.stallReasonCount].pcSamplingStallReasonIndex = static_cast<uint32_t>(7 + i);
    to.stallReason[to.stallReasonCount].samples = found->second;
    ++to.stallReasonCount;
  }
}
int pc_data(CUpti_PCSamplingGetDataParams* params) {
  auto* const data = static_cast<CUpti_PCSamplingData*>(params->pcSamplingData);
  const size_t found = std::min({fake.pcs.size() - fake.pcs_read, fake.pcs_at_a_time, size_t{data->collectNumPcs}});
  for (size_t i = 0; i < found; ++i) write_pc(fake.pcs[fake.pcs_read + i], data->pPcData[i]);
  fake.pcs_read += found;
  data->totalNumPcs = found;
  data->remainingNumPcs = fake.pcs.size() - fake.pcs_read;
  data->totalSamples = 1000;
  data->droppedSamples = 3;
  data->nonUsrKernelsTotalSamples = 5;
  const bool right = is_sized(params, CUpti_PCSamplingGetDataParamsSize) && data->size == sizeof *data &&
                     data->pPcData[0].size == sizeof(CUpti_PCSamplingPCData);
  return code_of("cuptiPCSamplingGetData", right, fake.sampling && !fake.sampling_started);
}

template <typename Function>
void* pointer(Function* function) {
  return reinterpret_cast<void*>(function);
}

const std::map<std::string, void*>& table() {
  static const std::map<std::string, void*> functions = {
      {"cuptiGetResultString", pointer(&text_of)},
      {"cuptiGetVersion", pointer(&version)},
      {"cuptiProfilerInitialize", pointer(&initialize)},
      {"cuptiProfilerDeviceSupported", pointer(&supported)},
      {"cuptiDeviceGetChipName", pointer(&chip)},
      {"cuptiProfilerHostInitialize", pointer(&host_open)},
      {"cuptiProfilerHostDeinitialize", pointer(&host_close)},
      {"cuptiProfilerHostGetBaseMetrics", pointer(&host_bases)},
      {"cuptiProfilerHostConfigAddMetrics", pointer(&host_add)},
      {"cuptiProfilerHostGetConfigImageSize", pointer(&image_size)},
      {"cuptiProfilerHostGetConfigImage", pointer(&image)},
      {"cuptiProfilerHostEvaluateToGpuValues", pointer(&evaluate)},
      {"cuptiRangeProfilerEnable", pointer(&enable)},
      {"cuptiRangeProfilerDisable", pointer(&disable)},
      {"cuptiRangeProfilerGetCounterDataSize", pointer(&data_size)},
      {"cuptiRangeProfilerCounterDataImageInitialize", pointer(&data_image)},
      {"cuptiRangeProfilerSetConfig", pointer(&configure)},
      {"cuptiRangeProfilerStart", pointer(&start)},
      {"cuptiRangeProfilerStop", pointer(&stop)},
      {"cuptiRangeProfilerDecodeData", pointer(&decode)},
      {"cuptiPCSamplingEnable", pointer(&pc_enable)},
      {"cuptiPCSamplingDisable", pointer(&pc_disable)},
      {"cuptiPCSamplingGetNumStallReasons", pointer(&pc_number)},
      {"cuptiPCSamplingGetStallReasons", pointer(&pc_reasons)},
      {"cuptiPCSamplingSetConfigurationAttribute", pointer(&pc_configure)},
      {"cuptiPCSamplingStart", pointer(&pc_start)},
      {"cuptiPCSamplingStop", pointer(&pc_stop)},
      {"cuptiPCSamplingGetData", pointer(&pc_data)}};
  return functions;
}

#else

const std::map<std::string, void*>& table() {
  static const std::map<std::string, void*> none;
  return none;
}

#endif

class OneLibrary : public Libraries {
 public:
  void* open(const std::string&, std::string&) override { return &fake; }
  void* symbol(void*, const char* name) override {
    const auto found = table().find(name);
    return found == table().end() ? nullptr : found->second;
  }
  std::string path(void*) override { return "libcupti.so"; }
};

}  // namespace

FakeCupti& fake_cupti() {
  return fake;
}

Result<CudaLibrary> open_fake_cupti() {
  static OneLibrary library;
  return open_cupti({"libcupti.so"}, {&library, nullptr});
}

void* fake_context() {
  return &context;
}

}  // namespace whet::test
