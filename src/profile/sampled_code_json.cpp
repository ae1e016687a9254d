#include "profile/sampled_code_json.h"

#include <cmath>

namespace whet {

namespace {

Json sampled_instruction_json(const SampledInstruction& at) {
  Json json = Json::object();
  json["offset"] = at.offset;
  json["instruction"] = at.instruction;
  if (!at.file.empty()) json["file"] = at.file;
  if (at.line > 0) json["line"] = at.line;
  json["samples"] = at.samples;
  json["unissued"] = at.unissued;
  json["stalls"] = Json::object();
  for (const StallSamples& stall : at.stalls) json["stalls"][stall.reason] = stall.samples;
  return json;
}

std::optional<double> count_in(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  const auto number = found ? found->as_number() : std::nullopt;
  return number && std::isfinite(*number) && *number >= 0 ? number : std::nullopt;
}

std::string text_in(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found && found->as_string() ? *found->as_string() : "";
}

std::optional<SampledInstruction> sampled_instruction_of(const Json& json) {
  const auto offset = count_in(json, "offset"), samples = count_in(json, "samples"),
             unissued = count_in(json, "unissued");
  const Json* const stalls = json.find("stalls");
  if (!offset || *offset > UINT32_MAX || !samples || !unissued || !stalls || !stalls->as_object()) return std::nullopt;
  SampledInstruction at;
  at.offset = static_cast<uint32_t>(*offset);
  at.instruction = text_in(json, "instruction");
  at.file = text_in(json, "file");
  const double line = count_in(json, "line").value_or(0);
  at.line = line <= UINT32_MAX ? static_cast<uint32_t>(line) : 0;
  at.samples = *samples;
  at.unissued = *unissued;
  for (const auto& [reason, count] : *stalls->as_object()) {
    const auto number = count.as_number();
    if (!number || !std::isfinite(*number) || *number < 0) return std::nullopt;
    at.stalls.push_back({reason, *number});
  }
  sort_stalls(at.stalls);
  return at;
}

}  // namespace

Json to_json(const SampledCode& code) {
  Json json = Json::object();
  json["samples"] = code.samples;
  json["elsewhere"] = code.elsewhere;
  json["dropped"] = code.dropped;
  json["period_cycles"] = code.period_cycles;
  json["instructions"] = json_array(code.instructions, sampled_instruction_json);
  return json;
}

std::optional<SampledCode> sampled_code_from_json(const Json& json) {
  const auto samples = count_in(json, "samples"), elsewhere = count_in(json, "elsewhere"),
             dropped = count_in(json, "dropped"), period = count_in(json, "period_cycles");
  const Json* const list = json.find("instructions");
  if (!samples || !elsewhere || !dropped || !period || *period > UINT32_MAX || !list || !list->as_array())
    return std::nullopt;
  SampledCode code;
  code.samples = *samples;
  code.elsewhere = *elsewhere;
  code.dropped = *dropped;
  code.period_cycles = static_cast<uint64_t>(*period);
  for (const Json& each : *list->as_array()) {
    auto instruction = sampled_instruction_of(each);
    if (!instruction) return std::nullopt;
    code.instructions.push_back(std::move(*instruction));
  }
  return code;
}

}  // namespace whet
