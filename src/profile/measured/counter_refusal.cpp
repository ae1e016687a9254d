#include "profile/measured/counter_refusal.h"

#include <string_view>

namespace whet {

namespace {

using Kind = CounterRefusal::Kind;

struct RefusalRow {
  std::string_view sign;  // in the text of the error
  Kind kind;
  std::string_view meaning;
};

// The first sign counts. CUPTI's names are followed by what ncu prints.
constexpr RefusalRow k_refusals[] = {
    {"INSUFFICIENT_PRIVILEGES", Kind::no_permission, "the driver lets only administrators read counters"},
    {"ERR_NVGPUCTRPERM", Kind::no_permission, "the driver lets only administrators read counters"},
    {"MIG_DEVICE_NOT_SUPPORTED", Kind::not_supported, "counters cannot be read on this part of a GPU (MIG)"},
    {"VIRTUALIZED_DEVICE_NOT_SUPPORTED", Kind::not_supported, "counters cannot be read on this virtual GPU (vGPU)"},
    {"CONFIDENTIAL_COMPUTING_NOT_SUPPORTED", Kind::not_supported,
     "counters cannot be read while the GPU computes confidentially"},
    {"CMP_DEVICE_NOT_SUPPORTED", Kind::not_supported, "counters cannot be read on a mining card"},
    {"SLI_DEVICE_NOT_SUPPORTED", Kind::not_supported, "counters cannot be read on GPUs that are linked by SLI"},
    {"WSL_DEVICE_NOT_SUPPORTED", Kind::not_supported, "counters cannot be read under WSL with this driver"},
    {"CUPTI_ERROR_NOT_SUPPORTED", Kind::not_supported, "CUPTI does not read counters on this system"},
    {"NOT_COMPATIBLE", Kind::not_supported, "driver and CUPTI do not fit together"},
    {"INVALID_CHIP_NAME", Kind::not_supported, "this CUPTI does not know the GPU's chip"},
    {"does not support this configuration", Kind::not_supported, "CUPTI does not support this configuration"},
    {"HARDWARE_BUSY", Kind::in_use, "another profiler has the counters"},
    {"MULTIPLE_SUBSCRIBERS", Kind::in_use, "another profiler has the counters"},
    {"OLD_PROFILER_API_INITIALIZED", Kind::in_use, "another profiler has the counters"},
    {"Profiling is already", Kind::in_use, "another profiler has the counters"},
    {"is already being profiled", Kind::in_use, "another profiler has the counters"},
};

std::string mend_of(Kind kind) {
  switch (kind) {
    case Kind::no_permission:
      return "run whet as root or with CAP_SYS_ADMIN (a container: --cap-add=SYS_ADMIN), or let everybody read them: "
             "as "
             "root, echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' > "
             "/etc/modprobe.d/nvidia-profiling.conf, then reboot; `whet doctor` tries it";
    case Kind::no_library:
      return "install CUPTI (on Ubuntu: cuda-cupti-13-0); `whet doctor` says where it looks";
    case Kind::not_supported:
      return "run on a whole GPU of a machine that passes its counters on; `whet doctor` tries it";
    case Kind::in_use:
      return "end other profilers (ncu, nsys, DCGM, a framework's profiler) and try again";
    case Kind::other:
      return "`whet doctor` tries to read one counter and says more";
  }
  return {};
}

}  // namespace

CounterRefusal refusal_of(const Error& error) {
  const std::string said = error.what + error.details;
  for (const RefusalRow& row : k_refusals) {
    if (said.find(row.sign) == std::string::npos) continue;
    return {row.kind, std::string(row.meaning) + " (" + error.what + ")", mend_of(row.kind)};
  }
  const Kind kind = error.kind == ErrorKind::missing ? Kind::no_library : Kind::other;
  const std::string mend = kind == Kind::no_library && !error.mend.empty() ? error.mend : mend_of(kind);
  return {kind, error.what, mend};
}

std::string unseen_without_counters(const CounterRefusal& refusal) {
  return "no counters were read: " + refusal.what +
         ". Time is measured; all else is counted by the virtual GPU or read from the machine code, so what caches, "
         "memory and schedulers did in fact is not seen. To see it: " +
         refusal.mend;
}

}  // namespace whet
