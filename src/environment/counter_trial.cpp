#include "environment/counter_trial.h"

#include "device/cuda/cupti_library.h"
#include "device/cuda/cupti_session.h"
#include "environment/announced_calls.h"
#include "environment/toolkit.h"

namespace whet {

namespace {

using Object = Json::Object;

constexpr const char* k_metric = "sm__cycles_elapsed.max";

// The first GPU with its primary context current, and an empty kernel to count.
struct TrialGpu {
  std::string name;
  int device = 0;
  void* context = nullptr;
  void* kernel = nullptr;  // nullptr: the range is empty
};

// "130001" -> "13.0.1"
std::string version_text(uint32_t version) {
  return std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "." +
         std::to_string(version % 100);
}

Result<TrialGpu> open_gpu(const CudaLibrary& driver) {
  TrialGpu gpu;
  char name[256] = {};
  TRY_VOID(driver.call("cuInit", 0u));
  TRY_VOID(driver.call("cuDeviceGet", &gpu.device, 0));
  TRY_VOID(driver.call("cuDeviceGetName", static_cast<char*>(name), 255, gpu.device));
  gpu.name = name;
  TRY_VOID(driver.call("cuDevicePrimaryCtxRetain", &gpu.context, gpu.device));
  TRY_VOID(driver.call("cuCtxSetCurrent", gpu.context));
  return gpu;
}

// If the driver cannot compile PTX the range stays empty, which still shows whether counters may be read.
void load_kernel(const CudaLibrary& driver, TrialGpu& gpu) {
  constexpr const char* k_ptx =
      ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry whet_probe()\n{\n  ret;\n}\n";
  void* module = nullptr;
  if (!driver.call("cuModuleLoadData", &module, static_cast<const void*>(k_ptx))) return;
  if (!driver.call("cuModuleGetFunction", &gpu.kernel, module, "whet_probe")) gpu.kernel = nullptr;
}

Result<void> launch(const CudaLibrary& driver, const TrialGpu& gpu) {
  void** const none = nullptr;
  void* const stream = nullptr;
  if (gpu.kernel) {
    TRY_VOID(driver.call("cuLaunchKernel", gpu.kernel, 1u, 1u, 1u, 32u, 1u, 1u, 0u, stream, none, none));
  }
  return driver.call("cuCtxSynchronize");
}

std::optional<double> read_counter(CuptiSession& session, const CudaLibrary& driver, const TrialGpu& gpu) {
  const auto reading = session.collect({k_metric}, [] { return Result<void>(); }, [&] { return launch(driver, gpu); });
  if (!reading || reading->values.empty()) return std::nullopt;
  return reading->values.front().second;
}

// Performs all steps and emits the value, or the failure of the first step that failed.
void try_gpu(CudaLibrary cupti, const CudaLibrary& driver, AnnouncedCalls& calls, const Emit& emit) {
  auto gpu = open_gpu(driver);
  if (!gpu) return emit_failure(emit, calls.failure().value_or(CallFailure{}));
  load_kernel(driver, *gpu);
  calls.forget_failure();
  const auto session = CuptiSession::open(std::move(cupti), gpu->context, gpu->device);
  const auto value = session ? read_counter(**session, driver, *gpu) : std::nullopt;
  if (value) {
    const Object reading{{"metric", k_metric}, {"value", *value}, {"gpu", gpu->name}};
    return emit(Json(Object{{"counters", Json(reading)}}));
  }
  const CallFailure silent = session ? CallFailure{"reading a counter", k_no_value, "CUPTI gave no value"}
                                     : CallFailure{"reading a counter", k_no_headers, session.error().what};
  CallFailure failure = calls.failure().value_or(silent);
  if (session && !(*session)->objection().empty()) failure.text += "; " + (*session)->objection();
  emit_failure(emit, failure);
}

}  // namespace

void try_counters(const Machine& machine, const Emit& emit) {
  AnnouncedCalls calls(emit);
  const LibraryAccess access{&machine.libraries, &calls};
  emit_step(emit, "opening libcupti.so");
  auto cupti = open_cupti(library_names(machine, "libcupti.so"), access);
  if (!cupti) return emit_failure(emit, {"opening libcupti.so", k_no_library, cupti.error().what});
  uint32_t version = 0;
  (void)cupti->call("cuptiGetVersion", &version);
  emit(Json(Object{{"cupti", Json(Object{{"version", version_text(version)}, {"path", cupti->path()}})}}));

  emit_step(emit, "opening libcuda.so.1");
  const auto driver = open_cuda_driver(access);
  if (!driver) return emit_failure(emit, {"opening libcuda.so.1", k_no_library, driver.error().what});
  calls.forget_failure();
  try_gpu(std::move(*cupti), *driver, calls, emit);
}

}  // namespace whet
