#include "describe/meaning_json.h"

namespace whet {

namespace {

Json list_json(const std::vector<std::string>& list) {
  return json_array(list, [](const std::string& each) { return Json(each); });
}

std::string member_text(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found && found->as_string() ? *found->as_string() : "";
}

bool member_truth(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found && found->as_bool() && *found->as_bool();
}

std::vector<std::string> member_list(const Json& json, std::string_view key) {
  std::vector<std::string> list;
  const Json* const found = json.find(key);
  for (const Json& each : found && found->as_array() ? *found->as_array() : Json::Array{}) {
    if (each.as_string()) list.push_back(*each.as_string());
  }
  return list;
}

}  // namespace

Json meaning_json(const KernelMeaning& meaning) {
  Json json = Json::object();
  json["confirmed"] = meaning.is_confirmed;
  json["why_not"] = meaning.why_not;
  json["formulas"] = list_json(meaning.formulas);
  json["patterns"] = list_json(meaning.patterns);
  json["product_types"] = list_json(meaning.product_types);
  json["size_sets"] = meaning.size_sets;
  json["flops"] = meaning.work.flops;
  json["bytes"] = meaning.work.bytes;
  json["flops_bound"] = meaning.work.is_flops_bound;
  json["bytes_bound"] = meaning.work.is_bytes_bound;
  json["reference"] = meaning.reference;
  json["no_reference"] = meaning.no_reference;
  json["gpu_reference"] = meaning.gpu_reference;
  return json;
}

KernelMeaning meaning_from_json(const Json& json) {
  KernelMeaning meaning;
  meaning.is_confirmed = member_truth(json, "confirmed");
  meaning.why_not = member_text(json, "why_not");
  meaning.formulas = member_list(json, "formulas");
  meaning.patterns = member_list(json, "patterns");
  meaning.product_types = member_list(json, "product_types");
  const Json* const sets = json.find("size_sets");
  meaning.size_sets = static_cast<size_t>(sets ? sets->as_number().value_or(0) : 0);
  meaning.work.flops = member_text(json, "flops");
  meaning.work.bytes = member_text(json, "bytes");
  meaning.work.is_flops_bound = member_truth(json, "flops_bound");
  meaning.work.is_bytes_bound = member_truth(json, "bytes_bound");
  meaning.reference = member_text(json, "reference");
  meaning.no_reference = member_text(json, "no_reference");
  meaning.gpu_reference = member_text(json, "gpu_reference");
  return meaning;
}

}  // namespace whet
