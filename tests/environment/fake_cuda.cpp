#include "environment/fake_cuda.h"

#include <cstdio>
#include <cstring>

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#endif

namespace whet::test {

namespace {

// Notes the call; the code it is to return.
int step(const char* name) {
  cuda_script().calls.emplace_back(name);
  return cuda_script().failing == name ? cuda_script().code : 0;
}

int cu_init(unsigned) {
  return step("cuInit");
}
int cu_version(int* version) {
  return *version = 13000, step("cuDriverGetVersion");
}
int cu_count(int* count) {
  return *count = cuda_script().gpus, step("cuDeviceGetCount");
}
int cu_device(int* device, int index) {
  return *device = index, step("cuDeviceGet");
}
int cu_name(char* text, int size, int) {
  return std::snprintf(text, size, "NVIDIA H200"), step("cuDeviceGetName");
}
int cu_attribute(int* value, int attribute, int) {
  *value = attribute == 75 ? 9 : attribute == 76 ? 0 : 132;
  return step("cuDeviceGetAttribute");
}
int cu_memory(size_t* bytes, int) {
  return *bytes = 150'000'000'000, step("cuDeviceTotalMem_v2");
}
int cu_address(char* text, int size, int) {
  return std::snprintf(text, size, "0000:18:00.0"), step("cuDeviceGetPCIBusId");
}
int cu_retain(void** context, int) {
  return *context = &cuda_script(), step("cuDevicePrimaryCtxRetain");
}
int cu_current(void*) {
  return step("cuCtxSetCurrent");
}
int cu_load(void** module, const void*) {
  return *module = &cuda_script(), step("cuModuleLoadData");
}
int cu_function(void** function, void*, const char*) {
  return *function = &cuda_script(), step("cuModuleGetFunction");
}
int cu_launch(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**) {
  return step("cuLaunchKernel");
}
int cu_synchronize() {
  return step("cuCtxSynchronize");
}
int cu_error_name(int code, const char** text) {
  return *text = code == 100 ? "CUDA_ERROR_NO_DEVICE" : "CUDA_ERROR_X", 0;
}
int cu_error_text(int, const char** text) {
  return *text = "it did not work", 0;
}

int nvml_init() {
  return step("nvmlInit_v2");
}
int nvml_shutdown() {
  return step("nvmlShutdown");
}
int nvml_driver(char* text, unsigned size) {
  return std::snprintf(text, size, "580.65.06"), step("nvmlSystemGetDriverVersion");
}
int nvml_device(const char*, void** device) {
  return *device = &cuda_script(), step("nvmlDeviceGetHandleByPciBusId_v2");
}
int nvml_clock(void*, int clock, unsigned* mhz) {
  return *mhz = clock == 1 ? 345 : 3201, step("nvmlDeviceGetClockInfo");
}
int nvml_most(void*, int, unsigned* mhz) {
  return *mhz = 1980, step("nvmlDeviceGetMaxClockInfo");
}

template <typename Function>
void* pointer(Function* function) {
  return reinterpret_cast<void*>(function);
}

#if __has_include(<cupti_range_profiler.h>)

int cupti_version(uint32_t* version) {
  return *version = 130001, step("cuptiGetVersion");
}
int cupti_text(int code, const char** text) {
  return *text = code == 35 ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_X", 0;
}
int cupti_initialize(void*) {
  return step("cuptiProfilerInitialize");
}
int cupti_supported(CUpti_Profiler_DeviceSupported_Params* params) {
  params->isSupported = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
  return step("cuptiProfilerDeviceSupported");
}
int cupti_chip(CUpti_Device_GetChipName_Params* params) {
  return params->pChipName = "GH100", step("cuptiDeviceGetChipName");
}
int cupti_host(void*) {
  return step("cuptiProfilerHostInitialize");
}
int cupti_add(void*) {
  return step("cuptiProfilerHostConfigAddMetrics");
}
int cupti_image_size(CUpti_Profiler_Host_GetConfigImageSize_Params* params) {
  return params->configImageSize = 16, step("cuptiProfilerHostGetConfigImageSize");
}
int cupti_image(CUpti_Profiler_Host_GetConfigImage_Params* params) {
  std::memset(params->pConfigImage, 1, params->configImageSize);
  return step("cuptiProfilerHostGetConfigImage");
}
int cupti_enable(CUpti_RangeProfiler_Enable_Params* params) {
  params->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object*>(&cuda_script());
  return step("cuptiRangeProfilerEnable");
}
int cupti_data_size(CUpti_RangeProfiler_GetCounterDataSize_Params* params) {
  return params->counterDataSize = 16, step("cuptiRangeProfilerGetCounterDataSize");
}
int cupti_data(void*) {
  return step("cuptiRangeProfilerCounterDataImageInitialize");
}
int cupti_configure(void*) {
  return step("cuptiRangeProfilerSetConfig");
}
int cupti_start(void*) {
  return step("cuptiRangeProfilerStart");
}
int cupti_stop(CUpti_RangeProfiler_Stop_Params* params) {
  return params->isAllPassSubmitted = 1, step("cuptiRangeProfilerStop");
}
int cupti_decode(void*) {
  return step("cuptiRangeProfilerDecodeData");
}
int cupti_evaluate(CUpti_Profiler_Host_EvaluateToGpuValues_Params* params) {
  params->pMetricValues[0] = cuda_script().counter;
  return step("cuptiProfilerHostEvaluateToGpuValues");
}
int cupti_end_host(void*) {
  return step("cuptiProfilerHostDeinitialize");
}
int cupti_disable(void*) {
  return step("cuptiRangeProfilerDisable");
}

#endif

}  // namespace

CudaScript& cuda_script() {
  static CudaScript script;
  return script;
}

void install_driver(FakeLibraries& libraries) {
  libraries.install("libcuda.so.1", {{"cuInit", pointer(&cu_init)},
                                     {"cuDriverGetVersion", pointer(&cu_version)},
                                     {"cuDeviceGetCount", pointer(&cu_count)},
                                     {"cuDeviceGet", pointer(&cu_device)},
                                     {"cuDeviceGetName", pointer(&cu_name)},
                                     {"cuDeviceGetAttribute", pointer(&cu_attribute)},
                                     {"cuDeviceTotalMem_v2", pointer(&cu_memory)},
                                     {"cuDeviceGetPCIBusId", pointer(&cu_address)},
                                     {"cuDevicePrimaryCtxRetain", pointer(&cu_retain)},
                                     {"cuCtxSetCurrent", pointer(&cu_current)},
                                     {"cuModuleLoadData", pointer(&cu_load)},
                                     {"cuModuleGetFunction", pointer(&cu_function)},
                                     {"cuLaunchKernel", pointer(&cu_launch)},
                                     {"cuCtxSynchronize", pointer(&cu_synchronize)},
                                     {"cuGetErrorName", pointer(&cu_error_name)},
                                     {"cuGetErrorString", pointer(&cu_error_text)}});
}

void install_nvml(FakeLibraries& libraries) {
  libraries.install("libnvidia-ml.so.1", {{"nvmlInit_v2", pointer(&nvml_init)},
                                          {"nvmlShutdown", pointer(&nvml_shutdown)},
                                          {"nvmlSystemGetDriverVersion", pointer(&nvml_driver)},
                                          {"nvmlDeviceGetHandleByPciBusId_v2", pointer(&nvml_device)},
                                          {"nvmlDeviceGetClockInfo", pointer(&nvml_clock)},
                                          {"nvmlDeviceGetMaxClockInfo", pointer(&nvml_most)}});
}

#if __has_include(<cupti_range_profiler.h>)

void install_cupti(FakeLibraries& libraries) {
  libraries.install("libcupti.so.13", {{"cuptiGetVersion", pointer(&cupti_version)},
                                       {"cuptiGetResultString", pointer(&cupti_text)},
                                       {"cuptiProfilerInitialize", pointer(&cupti_initialize)},
                                       {"cuptiProfilerDeviceSupported", pointer(&cupti_supported)},
                                       {"cuptiDeviceGetChipName", pointer(&cupti_chip)},
                                       {"cuptiProfilerHostInitialize", pointer(&cupti_host)},
                                       {"cuptiProfilerHostConfigAddMetrics", pointer(&cupti_add)},
                                       {"cuptiProfilerHostGetConfigImageSize", pointer(&cupti_image_size)},
                                       {"cuptiProfilerHostGetConfigImage", pointer(&cupti_image)},
                                       {"cuptiRangeProfilerEnable", pointer(&cupti_enable)},
                                       {"cuptiRangeProfilerGetCounterDataSize", pointer(&cupti_data_size)},
                                       {"cuptiRangeProfilerCounterDataImageInitialize", pointer(&cupti_data)},
                                       {"cuptiRangeProfilerSetConfig", pointer(&cupti_configure)},
                                       {"cuptiRangeProfilerStart", pointer(&cupti_start)},
                                       {"cuptiRangeProfilerStop", pointer(&cupti_stop)},
                                       {"cuptiRangeProfilerDecodeData", pointer(&cupti_decode)},
                                       {"cuptiProfilerHostEvaluateToGpuValues", pointer(&cupti_evaluate)},
                                       {"cuptiRangeProfilerDisable", pointer(&cupti_disable)},
                                       {"cuptiProfilerHostDeinitialize", pointer(&cupti_end_host)}});
}

#else

void install_cupti(FakeLibraries& libraries) {
  libraries.install("libcupti.so.13", {});
}

#endif

}  // namespace whet::test
