#include "report/inspect/sass_diff_view.h"

#include <fmt/format.h>

#include "util/text.h"

namespace whet {

namespace {

std::string count_or_dash(const std::optional<int>& value) {
  return value ? std::to_string(*value) : "none";
}

std::string change_text(const Change& change) {
  if (change.before == change.after) return count_or_dash(change.after);
  const std::string difference =
      change.before && change.after ? fmt::format(" ({:+d})", *change.after - *change.before) : "";
  return count_or_dash(change.before) + " → " + count_or_dash(change.after) + difference;
}

// An increase of any of these is a cost.
Tone cost_tone(const Change& change) {
  if (!change.before || !change.after || change.before == change.after) return Tone::plain;
  return *change.after > *change.before ? Tone::bad : Tone::good;
}

void render_code(const CodeDiff& diff, Canvas& canvas) {
  const std::string lines =
      diff.before_lines == diff.after_lines ? diff.after_lines : diff.before_lines + " → " + diff.after_lines;
  canvas.heading(diff.name, 2, lines);
  canvas.fact("instructions", {change_text(diff.instructions)});
  canvas.fact("stalls", {change_text(diff.stall_cycles) + " cycles, one warp"});
  Table table;
  table.right_aligned = {true};
  for (const MnemonicChange& change : diff.changes) {
    table.rows.push_back({fmt::format("{:+d}", change.after - change.before), change.mnemonic,
                          fmt::format("{} → {}", change.before, change.after)});
  }
  if (!table.rows.empty()) canvas.table(table);
}

Json change_json(const Change& change) {
  Json json = Json::object();
  json["before"] = change.before;
  json["after"] = change.after;
  return json;
}

Json code_json(const CodeDiff& diff) {
  Json json = Json::object();
  json["name"] = diff.name;
  json["before_lines"] = diff.before_lines;
  json["after_lines"] = diff.after_lines;
  json["instructions"] = change_json(diff.instructions);
  json["stall_cycles"] = change_json(diff.stall_cycles);
  json["changes"] = json_array(diff.changes, [](const MnemonicChange& change) {
    Json row = Json::object();
    row["mnemonic"] = change.mnemonic;
    row["before"] = change.before;
    row["after"] = change.after;
    return row;
  });
  return json;
}

Json kernel_diff_json(const KernelDiff& kernel) {
  Json json = Json::object();
  json["before"] = kernel.before_name;
  json["after"] = kernel.after_name;
  json["registers"] = change_json(kernel.registers);
  json["stack_bytes"] = change_json(kernel.stack_bytes);
  json["shared_bytes"] = change_json(kernel.shared_bytes);
  json["spill_loads"] = change_json(kernel.spill_loads);
  json["spill_stores"] = change_json(kernel.spill_stores);
  json["loops"] = change_json(kernel.loops);
  json["code"] = json_array(kernel.code, code_json);
  return json;
}

}  // namespace

void render(const SassDiffView& view, Canvas& canvas) {
  for (const KernelDiff& kernel : view.kernels) {
    canvas.heading(
        kernel.before_name == kernel.after_name ? kernel.after_name : kernel.before_name + " → " + kernel.after_name,
        1);
    canvas.fact("registers", {{change_text(kernel.registers), cost_tone(kernel.registers)}});
    canvas.fact("stack", {{change_text(kernel.stack_bytes), cost_tone(kernel.stack_bytes)}, " bytes"});
    canvas.fact("shared", {change_text(kernel.shared_bytes) + " bytes static"});
    canvas.fact("spills", {{change_text(kernel.spill_stores), cost_tone(kernel.spill_stores)},
                           " stores, ",
                           {change_text(kernel.spill_loads), cost_tone(kernel.spill_loads)},
                           " loads"});
    canvas.fact("loops", {change_text(kernel.loops)});
    for (const CodeDiff& code : kernel.code) render_code(code, canvas);
    canvas.blank();
  }
  if (!view.only_before.empty()) canvas.line({"only in " + view.before_file + ": " + join(view.only_before, ", ")});
  if (!view.only_after.empty()) canvas.line({"only in " + view.after_file + ": " + join(view.only_after, ", ")});
}

Json to_json(const SassDiffView& view) {
  const auto texts = [](const std::vector<std::string>& list) {
    return json_array(list, [](const std::string& t) { return Json(t); });
  };
  Json json = Json::object();
  json["before_file"] = view.before_file;
  json["after_file"] = view.after_file;
  json["kernels"] = json_array(view.kernels, kernel_diff_json);
  json["only_before"] = texts(view.only_before);
  json["only_after"] = texts(view.only_after);
  return json;
}

}  // namespace whet
