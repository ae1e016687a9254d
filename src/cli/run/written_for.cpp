#include "cli/run/written_for.h"

#include "cli/run/device_ceilings.h"
#include "device/open/open_device.h"
#include "write/instruction_set.h"
#include "write/kernel_order.h"

namespace whet {

Result<write::WrittenKernels> write_for(const Problem& problem, const std::string& device, Context& context) {
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(written, write::write_kernels(problem, compiler));
  const auto opened = open_device(device, {}, context.knowledge);
  if (!opened) return written;
  write::fit_to(opened->device->facts().architecture, written);
  std::vector<std::string> notes;
  const auto rates = write::prediction_rates(calibrated_gpu(*opened->device, context, notes), context.knowledge);
  if (rates) write::order_by_prediction(written, *rates);
  return written;
}

}  // namespace whet
