#include "judge/measure/kernel_work.h"

#include <fmt/format.h>

#include "util/text.h"

namespace whet {

namespace {

// Operations of the metric's instruction, by name.
double operations_of(const Metric& metric) {
  if (metric.name.find("_op_f") == std::string::npos) return 0;
  return metric.name.find("ffma") == std::string::npos ? metric.value : 2 * metric.value;
}

}  // namespace

Result<KernelWork> counted_work(KernelWork declared, const std::vector<Launch>& launches, Device& device) {
  if (declared.floor.bytes && declared.floor.flops) return declared;
  double bytes = 0, flops = 0;
  for (const Launch& launch : launches) {
    TRY(metrics, device.metrics(launch, {"dram__bytes_read.sum", "dram__bytes_write.sum",
                                         "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
                                         "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
                                         "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"}));
    for (const Metric& metric : metrics) {
      bytes += metric.name.starts_with("dram__") ? metric.value : 0;
      flops += operations_of(metric);
    }
  }
  if (bytes > 0 && !declared.floor.bytes) declared.dram_bytes = bytes;
  if (flops > 0 && !declared.floor.flops) declared.fp32_flops = flops;
  return declared;
}

std::string work_difference(const FloorInput& first, const FloorInput& second) {
  if (first.flops && second.flops && *first.flops != *second.flops)
    return fmt::format("{:.4g} and {:.4g} FLOP", *first.flops, *second.flops);
  if (first.output_bytes == second.output_bytes) return {};
  return fmt::format("{} and {} of results", format_bytes(first.output_bytes), format_bytes(second.output_bytes));
}

}  // namespace whet
