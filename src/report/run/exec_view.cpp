#include "report/run/exec_view.h"

#include "report/canvas/number_text.h"
#include "util/text.h"

namespace whet {

namespace {

Table kernel_table(const ExecView& view) {
  Table table{.header = {"kernel", "launches", "time", "each", "share"},
              .rows = {},
              .right_aligned = {false, true, true, true, true}};
  const double whole = view.seconds();
  for (const cudart::KernelUsage& kernel : view.usage.kernels) {
    const auto launches = static_cast<double>(kernel.launches);
    table.rows.push_back({kernel.kernel, count_text(launches), seconds_text(kernel.seconds),
                          seconds_text(kernel.seconds / launches),
                          whole > 0 ? percent_text(kernel.seconds / whole) : "-"});
  }
  return table;
}

std::string copies_text(const cudart::Usage& usage) {
  return format_bytes(static_cast<double>(usage.copied_to_device)) + " to the GPU, " +
         format_bytes(static_cast<double>(usage.copied_to_host)) + " back";
}

}  // namespace

double ExecView::seconds() const {
  double sum = 0;
  for (const cudart::KernelUsage& kernel : usage.kernels) sum += kernel.seconds;
  return sum;
}

void render(const ExecView& view, Canvas& canvas) {
  canvas.heading(view.program, 1, view.usage.device);
  canvas.fact("exit", {std::to_string(view.exit_code)});
  if (!view.usage.error.empty()) canvas.fact("error", {{view.usage.error, Tone::bad}});
  if (view.usage.kernels.empty()) {
    canvas.fact("kernels", {"none launched"});
    return;
  }
  canvas.fact("kernels", {"modelled " + seconds_text(view.seconds()) + " on " + view.usage.gpu});
  canvas.fact("copies", {copies_text(view.usage)});
  canvas.fact("memory", {format_bytes(static_cast<double>(view.usage.allocated_most)) + " at once"});
  if (view.usage.findings > 0)
    canvas.fact("findings", {{count_text(static_cast<double>(view.usage.findings)), Tone::bad}});
  canvas.table(kernel_table(view));
}

Json to_json(const ExecView& view) {
  Json json;
  json["program"] = view.program;
  json["exit_code"] = view.exit_code;
  json["seconds"] = view.seconds();
  json["origin"] = "modelled";
  json["usage"] = to_json(view.usage);
  return json;
}

}  // namespace whet
