#include "report/run/write_view.h"

#include <fmt/format.h>

namespace whet {

namespace {

std::string numbers_text(const WrittenFile& kernel) {
  std::string text = kernel.schedule;
  for (const write::WrittenConstant& constant : kernel.constants)
    text += fmt::format(" {}={}", constant.name, constant.value);
  return text;
}

std::string predicted_text(const WrittenFile& kernel) {
  return kernel.predicted_seconds ? fmt::format("{:.4g} us", 1e6 * *kernel.predicted_seconds) : "";
}

}  // namespace

void render(const WriteView& view, Canvas& canvas) {
  Table table{{"file", "kernel", "predicted"}, {}, {false, false, true}};
  for (const WrittenFile& kernel : view.kernels)
    table.rows.push_back({kernel.file, numbers_text(kernel), predicted_text(kernel)});
  canvas.table(table);
  if (!view.device.empty())
    canvas.line(
        {fmt::format("predicted before compiling, at the sizes of the first case, for {}; the order is by all "
                     "cases. whet bench measures.",
                     view.device)});
}

Json to_json(const WriteView& view) {
  Json json = Json::object();
  json["device"] = view.device;
  json["kernels"] = json_array(view.kernels, [](const WrittenFile& kernel) {
    Json numbers = Json::object();
    for (const write::WrittenConstant& constant : kernel.constants) numbers[constant.name] = constant.value;
    Json each = Json::object();
    each["file"] = kernel.file;
    each["schedule"] = kernel.schedule;
    each["numbers"] = std::move(numbers);
    each["predicted_seconds"] = kernel.predicted_seconds ? Json(*kernel.predicted_seconds) : Json();
    return each;
  });
  json["refused"] = json_array(view.refused, [](const write::RefusedSchedule& refused) {
    Json each = Json::object();
    each["schedule"] = refused.schedule;
    each["reason"] = refused.reason;
    return each;
  });
  return json;
}

}  // namespace whet
