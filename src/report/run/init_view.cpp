#include "report/run/init_view.h"

#include <fmt/format.h>

#include "describe/problem_text.h"
#include "problem/file/size_flags.h"
#include "util/text.h"

namespace whet {

namespace {

std::string argument_text(const ProblemArgument& argument, bool is_open) {
  if (argument.is_struct()) return argument.name + ": struct";
  if (argument.is_scalar()) return fmt::format("{}: {}", argument.name, name_of(argument.type));
  const std::string shape = is_open ? "?" : product_text(argument.shape);
  const std::string fill(row_of(argument.fill.kind).name);
  const bool is_usual = argument.role == ArgumentRole::out || argument.fill.kind == default_fill(argument.type);
  return fmt::format("{}: {}[{}], {}{}", argument.name, name_of(argument.type), shape, name_of(argument.role),
                     is_usual ? "" : ", " + fill);
}

std::string files_of(const InitView& view) {
  const auto& [cpp, gpu] = view.reference;
  if (gpu.empty()) return view.file + (cpp.empty() ? "" : " and " + cpp);
  return view.file + ", " + cpp + " and " + gpu + ", which is the same for a GPU";
}

std::string oracle_of(const InitView& view) {
  if (view.reference.cpp.empty())
    return "the original kernel: it proves that a candidate equals it, not that it is what you want";
  return view.reference.cpp + ": " + reference_remark(view.description.meaning);
}

std::string next_of(const InitView& view) {
  if (!view.description.open.empty())
    return fmt::format("fill the lines that say `to fill` in {0}, then whet check {0}", view.file);
  return fmt::format("whet check {0} · whet optimize {0}", view.file);
}

}  // namespace

void render(const InitView& view, Canvas& canvas) {
  const Description& found = view.description;
  canvas.heading(view.kernel + ": " + view.entry);
  canvas.fact("wrote", {files_of(view)});
  bool is_first = true;
  for (const ProblemArgument& argument : found.problem.arguments) {
    canvas.fact(is_first ? "arguments" : "", {argument_text(argument, found.open.contains(argument.name))});
    is_first = false;
  }
  is_first = true;
  for (const std::string& each : found.assumed) {
    canvas.fact(is_first ? "assumed" : "", {each});
    is_first = false;
  }
  if (!found.unseen.empty()) canvas.fact("not tried", {{found.unseen, Tone::warning}});
  for (const auto& [array, why] : found.open)
    canvas.fact("to fill", {{fmt::format("shape of `{}`: {}", array, why), Tone::warning}});
  is_first = true;
  for (const std::string& formula : found.meaning.formulas) {
    canvas.fact(is_first ? "computes" : "", {formula});
    is_first = false;
  }
  canvas.fact("reference", {oracle_of(view)});
  const std::string why = why_original(found.meaning);
  if (view.reference.cpp.empty() && !why.empty()) canvas.fact("", {"none was derived: " + why});
  canvas.line({"next: " + next_of(view)});
}

Json to_json(const InitView& view) {
  Json json = Json::object();
  json["kernel"] = view.kernel;
  json["entry"] = view.entry;
  json["file"] = view.file;
  json["reference"] = view.reference.cpp;
  json["gpu_reference"] = view.reference.gpu;
  json["assumed"] = json_array(view.description.assumed, [](const std::string& each) { return Json(each); });
  Json open = Json::object();
  for (const auto& [array, why] : view.description.open) open[array] = why;
  json["to_fill"] = std::move(open);
  const KernelMeaning& meaning = view.description.meaning;
  json["computes"] = json_array(meaning.formulas, [](const std::string& each) { return Json(each); });
  json["confirmed"] = meaning.is_confirmed;
  json["no_reference"] = view.reference.cpp.empty() ? why_original(meaning) : "";
  json["not_tried"] = view.description.unseen;
  json["next"] = next_of(view);
  return json;
}

}  // namespace whet
