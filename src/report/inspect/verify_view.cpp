#include "report/inspect/verify_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

std::string count_text(const CountedPattern& count) {
  std::string text = fmt::format("{} {}", count.name, count.count);
  if (count.parent) text += fmt::format(" (parent {})", *count.parent);
  if (count.hot > 0) text += fmt::format(", {} in the hot loop", count.hot);
  return text;
}

Json count_json(const CountedPattern& count) {
  Json json = Json::object();
  json["count"] = count.count;
  json["hot"] = count.hot;
  json["parent"] = count.parent;
  json["parent_hot"] = count.parent_hot;
  return json;
}

}  // namespace

bool VerifyView::proven() const {
  return !functions.empty() && std::all_of(functions.begin(), functions.end(),
                                           [](const FunctionVerdict& f) { return f.verdict.proof == Proof::proven; });
}

void render(const VerifyView& view, Canvas& canvas) {
  for (const auto& [signature, verdict] : view.functions) {
    const bool proven = verdict.proof == Proof::proven;
    canvas.heading(signature);
    canvas.fact(verdict.method, {{std::string(proof_name(verdict.proof)), proven ? Tone::good : Tone::bad},
                                 fmt::format("   {} (counted; {})", verdict.proves, verdict.condition)});
    for (const CountedPattern& count : verdict.counts) canvas.item({count_text(count)});
  }
}

Json to_json(const VerifyView& view) {
  Json json = Json::object();
  json["file"] = view.file;
  json["parent"] = view.parent_file.empty() ? Json() : Json(view.parent_file);
  json["proven"] = view.proven();
  json["functions"] = json_array(view.functions, [](const FunctionVerdict& function) {
    Json row = Json::object();
    row["signature"] = function.signature;
    row["method"] = function.verdict.method;
    row["proof"] = proof_name(function.verdict.proof);
    row["proves"] = function.verdict.proves;
    row["condition"] = function.verdict.condition;
    for (const CountedPattern& count : function.verdict.counts) row["counts"][count.name] = count_json(count);
    return row;
  });
  return json;
}

}  // namespace whet
