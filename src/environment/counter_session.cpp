#include "environment/counter_session.h"

#include "environment/cuda_calls.h"
#include "environment/range_probe.h"
#include "environment/toolkit.h"

namespace whet {

namespace {

using Object = Json::Object;

// "130001" -> "13.0.1"
std::string version_text(uint32_t version) {
  return std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "." +
         std::to_string(version % 100);
}

CudaCalls::Describe cupti_describer(const CudaCalls& cupti) {
  using TextOf = int(int, const char**);
  return [text_of = cupti.find<TextOf>("cuptiGetResultString")](int code) {
    const char* text = nullptr;
    if (text_of) text_of(code, &text);
    return std::string(text ? text : "");
  };
}

// The driver started and the primary context of the first GPU made current.
bool open_context(CudaCalls& driver, ProbedGpu& gpu) {
  char name[256] = {};
  int count = 0;
  return driver.call("cuInit", 0u) && driver.call("cuDeviceGetCount", &count) &&
         driver.call("cuDeviceGet", &gpu.device, 0) &&
         driver.call("cuDeviceGetName", static_cast<char*>(name), 255, gpu.device) && (gpu.name = name, true) &&
         driver.call("cuDevicePrimaryCtxRetain", &gpu.context, gpu.device) &&
         driver.call("cuCtxSetCurrent", gpu.context);
}

// An empty kernel. Without the driver's own compiler for PTX the range stays empty, which still tells what is asked.
void load_kernel(CudaCalls& driver, ProbedGpu& gpu) {
  constexpr const char* k_ptx =
      ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry whet_probe()\n{\n  ret;\n}\n";
  void* module = nullptr;
  if (!driver.call("cuModuleLoadData", &module, static_cast<const void*>(k_ptx))) return;
  if (!driver.call("cuModuleGetFunction", &gpu.kernel, module, "whet_probe")) gpu.kernel = nullptr;
}

void* open_library(const Emit& emit, const char* name, const std::function<void*(std::string&)>& open) {
  emit(Json(Object{{"step", std::string("opening ") + name}}));
  std::string why_not;
  void* library = open(why_not);
  if (!library) emit_failure(emit, {std::string("opening ") + name, CallFailure::k_no_library, why_not});
  return library;
}

}  // namespace

void try_counters(const Machine& machine, const Emit& emit) {
  Libraries& libraries = machine.libraries;
  void* cupti_library = open_library(emit, "libcupti.so", [&](std::string& why_not) {
    return open_first(libraries, library_names(machine, "libcupti.so"), why_not);
  });
  if (!cupti_library) return;
  CudaCalls cupti(libraries, cupti_library, emit);
  cupti.describe_with(cupti_describer(cupti));
  uint32_t version = 0;
  cupti.call("cuptiGetVersion", &version);
  emit(Json(Object{{"cupti", Json(Object{{"version", version_text(version)}, {"path", cupti.path()}})}}));

  void* driver_library =
      open_library(emit, "libcuda.so.1", [&](std::string& why_not) { return open_driver(libraries, why_not); });
  if (!driver_library) return;
  CudaCalls driver(libraries, driver_library, emit);
  driver.describe_with(driver_describer(driver));
  ProbedGpu gpu;
  if (!open_context(driver, gpu)) return emit_failure(emit, driver.failure());
  load_kernel(driver, gpu);
  read_one_counter(driver, cupti, gpu, emit);
}

}  // namespace whet
