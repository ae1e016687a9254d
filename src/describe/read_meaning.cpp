#include "describe/read_meaning.h"

#include <algorithm>
#include <chrono>

#include "problem/signature/c_type.h"
#include "util/system/forked.h"
#include "util/text/json.h"

namespace whet {

namespace {

constexpr std::chrono::milliseconds k_longest_reading{3000};

std::vector<std::string> parameter_types(const std::vector<int>& operands, const std::vector<Parameter>& parameters) {
  std::vector<std::string> types;
  for (const int number : operands) {
    if (number < 0 || static_cast<size_t>(number) >= parameters.size()) continue;
    const auto type = c_type(parameters[static_cast<size_t>(number)].base);
    types.emplace_back(type ? name_of(type->element) : "another");
  }
  return types;
}

Json texts_to_json(const std::vector<std::string>& texts) {
  return json_array(texts, [](const std::string& text) { return Json(text); });
}

std::vector<std::string> texts_from_json(const Json& json, std::string_view key) {
  std::vector<std::string> texts;
  const Json* const found = json.find(key);
  for (const Json& each : found && found->as_array() ? *found->as_array() : Json::Array{}) {
    if (each.as_string()) texts.push_back(*each.as_string());
  }
  return texts;
}

// In the process that reads it, whose time is limited.
std::string read_in_child(const std::string& ptx, const LiftKernel& kernel) {
  lift::ExplainRequest request;
  request.ptx = ptx;
  request.kernel = kernel.name;
  request.parameters = kernel.parameters;
  request.confirm.launch = kernel.launch;
  request.confirm.is_time_over = [] { return true; };
  const auto found = lift::explain(request);
  Json json = Json::object();
  if (!found) return json.dump(-1);
  json["patterns"] = texts_to_json(found->patterns);
  json["product_types"] = texts_to_json(parameter_types(found->product_operands, kernel.parameters));
  return json.dump(-1);
}

}  // namespace

std::optional<ReadMeaning> read_meaning(const std::string& ptx, const LiftKernel& kernel) {
  const auto text = run_forked([&] { return read_in_child(ptx, kernel); }, WorkLimit::of_processor(k_longest_reading));
  if (!text) return std::nullopt;
  const auto json = Json::parse(*text);
  if (!json || !json->find("patterns")) return std::nullopt;
  return ReadMeaning{texts_from_json(*json, "patterns"), texts_from_json(*json, "product_types")};
}

}  // namespace whet
