#include "device/cuda/gpu_memory.h"

#include <fmt/format.h>

#include "util/text.h"

namespace whet {

std::optional<GpuMemory> gpu_memory(const CudaLibrary& driver) {
  size_t free = 0, all = 0;
  if (!driver.call("cuMemGetInfo_v2", &free, &all)) return std::nullopt;
  return GpuMemory{free, all};
}

Result<void> allocated(Result<void> call, uint64_t bytes, const CudaLibrary& driver) {
  if (call || call.error().what.find("OUT_OF_MEMORY") == std::string::npos) return call;
  const auto memory = gpu_memory(driver);
  const std::string free =
      memory ? fmt::format(", and {} of its {} are free", format_bytes(static_cast<double>(memory->free_bytes)),
                           format_bytes(static_cast<double>(memory->bytes)))
             : "";
  return bad_input(fmt::format("an array of {} does not fit into the GPU's memory{}",
                               format_bytes(static_cast<double>(bytes)), free),
                   {}, "choose smaller sizes with --dims or --case; nvidia-smi lists other programs that use the GPU");
}

}  // namespace whet
