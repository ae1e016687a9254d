#include "judge/device_protocol.h"

#include "hardware/gpu.h"

namespace whet {

namespace {

constexpr std::string_view k_kinds[] = {"bad_input", "missing", "failed", "bug"};

Error without(std::string_view name) {
  return bad_input("`" + std::string(name) + "` is missing or of the wrong type", "a message between processes");
}

constexpr std::pair<std::string_view, double GpuCondition::*> k_condition_numbers[] = {
    {"sm_clock_hz", &GpuCondition::sm_clock_hz},
    {"memory_clock_hz", &GpuCondition::memory_clock_hz},
    {"power_watts", &GpuCondition::power_watts},
    {"power_limit_watts", &GpuCondition::power_limit_watts},
    {"temperature_celsius", &GpuCondition::temperature_celsius},
    {"utilization", &GpuCondition::utilization}};

constexpr std::pair<std::string_view, double Sampling::*> k_sampling_numbers[] = {
    {"low", &Sampling::low_seconds},
    {"high", &Sampling::high_seconds},
    {"order_error", &Sampling::order_error},
    {"empty", &Sampling::empty_seconds}};

Result<std::vector<std::string>> texts_member(const Json& json, std::string_view name) {
  TRY(items, list_member(json, name));
  std::vector<std::string> texts;
  for (const Json& item : *items) {
    if (!item.as_string()) return without(name);
    texts.push_back(*item.as_string());
  }
  return texts;
}

Json to_json(const Extent& extent) {
  return Json::Array{extent.x, extent.y, extent.z};
}

Result<Extent> extent_from(const Json& json, std::string_view name) {
  TRY(axes, list_member(json, name));
  if (axes->size() != 3) return without(name);
  uint32_t values[3];
  for (size_t i = 0; i < 3; ++i) {
    const int64_t* axis = (*axes)[i].as_integer();
    if (!axis || *axis < 0 || *axis > UINT32_MAX) return without(name);
    values[i] = static_cast<uint32_t>(*axis);
  }
  return Extent{values[0], values[1], values[2]};
}

Result<Origin> origin_from(const Json& json) {
  TRY(name, text_member(json, "origin"));
  for (const Origin origin : {Origin::measured, Origin::counted, Origin::modelled, Origin::declared, Origin::sourced}) {
    if (name == name_of(origin)) return origin;
  }
  return without("origin");
}

}  // namespace

Result<uint64_t> whole_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  const int64_t* value = member ? member->as_integer() : nullptr;
  if (!value || *value < 0) return without(name);
  return static_cast<uint64_t>(*value);
}

Result<double> number_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  const auto value = member ? member->as_number() : std::nullopt;
  if (!value) return without(name);
  return *value;
}

Result<std::string> text_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (!member || !member->as_string()) return without(name);
  return *member->as_string();
}

bool flag_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  return member && member->as_bool() && *member->as_bool();
}

Result<const Json::Array*> list_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (!member || !member->as_array()) return without(name);
  return member->as_array();
}

Json to_json(const Error& error) {
  Json json = Json::object();
  json["kind"] = k_kinds[static_cast<size_t>(error.kind)];
  json["what"] = error.what;
  json["where"] = error.where;
  json["mend"] = error.mend;
  json["details"] = error.details;
  return json;
}

Error error_from(const Json& json) {
  const auto text = [&](std::string_view name) {
    auto found = text_member(json, name);
    return found ? std::move(found).value() : std::string();
  };
  Error error{ErrorKind::failed, text("what"), text("where"), text("mend"), text("details")};
  const std::string kind = text("kind");
  for (size_t i = 0; i < std::size(k_kinds); ++i) {
    if (kind == k_kinds[i]) error.kind = static_cast<ErrorKind>(i);
  }
  return error;
}

Json to_json(const DeviceFacts& facts) {
  Json json = Json::object();
  json["name"] = facts.name;
  json["gpu"] = facts.gpu.product.name;
  json["capability"] = facts.gpu.capability.id;
  json["architecture"] = facts.architecture.name();
  json["virtual"] = facts.is_virtual;
  return json;
}

Result<DeviceFacts> facts_from(const Json& json, const Knowledge& knowledge) {
  const Hardware hardware(knowledge);
  DeviceFacts facts;
  TRY(name, text_member(json, "name"));
  TRY(gpu, text_member(json, "gpu"));
  TRY(capability, text_member(json, "capability"));
  TRY(architecture, text_member(json, "architecture"));
  const auto parsed = parse_architecture(architecture);
  if (!parsed) return without("architecture");
  facts.name = name;
  facts.architecture = *parsed;
  facts.is_virtual = flag_member(json, "virtual");
  if (auto known = hardware.gpu(gpu)) {
    facts.gpu = std::move(known).value();
  } else {
    TRY(sheet, hardware.capability(capability));
    facts.gpu.capability = std::move(sheet);
    facts.gpu.product.name = gpu;
  }
  return facts;
}

Json to_json(const Launch& launch, uint64_t module) {
  Json json = Json::object();
  json["module"] = module;
  json["kernel"] = launch.kernel;
  json["grid"] = to_json(launch.shape.grid);
  json["block"] = to_json(launch.shape.block);
  json["shared"] = launch.shape.dynamic_shared_bytes;
  json["cooperative"] = launch.shape.cooperative;
  json["arguments"] = launch.arguments.size();
  return json;
}

Result<LaunchHead> launch_from(const Json& json) {
  LaunchHead head;
  TRY(module, whole_member(json, "module"));
  TRY(kernel, text_member(json, "kernel"));
  TRY(grid, extent_from(json, "grid"));
  TRY(block, extent_from(json, "block"));
  TRY(shared, whole_member(json, "shared"));
  TRY(arguments, whole_member(json, "arguments"));
  head.module = module;
  head.arguments = arguments;
  head.launch.kernel = std::move(kernel);
  head.launch.shape = {grid, block, shared, flag_member(json, "cooperative")};
  return head;
}

Json to_json(const SamplingPlan& plan) {
  Json json = Json::object();
  json["hot"] = plan.cache == SamplingPlan::Cache::hot;
  json["method"] = static_cast<int>(plan.method);
  json["warm_ups"] = plan.warm_ups;
  json["samples"] = plan.samples;
  json["limit_seconds"] = plan.limit_seconds;
  json["sets"] = plan.sets;
  json["first_set"] = plan.first_set;
  json["unroll"] = plan.unroll;
  json["witness"] = plan.witness;
  json["observe"] = plan.observe;
  return json;
}

Result<SamplingPlan> plan_from(const Json& json) {
  SamplingPlan plan;
  TRY(method, whole_member(json, "method"));
  TRY(limit, number_member(json, "limit_seconds"));
  if (method > static_cast<uint64_t>(SamplingPlan::Method::cupti)) return without("method");
  plan.cache = flag_member(json, "hot") ? SamplingPlan::Cache::hot : SamplingPlan::Cache::cold;
  plan.method = static_cast<SamplingPlan::Method>(method);
  plan.limit_seconds = limit;
  const std::pair<std::string_view, int*> wholes[] = {{"warm_ups", &plan.warm_ups},
                                                      {"samples", &plan.samples},
                                                      {"sets", &plan.sets},
                                                      {"first_set", &plan.first_set},
                                                      {"unroll", &plan.unroll}};
  for (const auto& [name, field] : wholes) {
    TRY(value, whole_member(json, name));
    *field = static_cast<int>(value);
  }
  plan.witness = flag_member(json, "witness");
  plan.observe = flag_member(json, "observe");
  return plan;
}

Json to_json(const GpuCondition& condition) {
  const auto text = [](const std::string& word) { return Json(word); };
  Json json = Json::object();
  json["known"] = condition.known;
  for (const auto& [name, field] : k_condition_numbers) json[name] = condition.*field;
  json["slowed_by"] = json_array(condition.slowed_by, text);
  json["other_owners"] = json_array(condition.other_owners, text);
  return json;
}

Result<GpuCondition> condition_from(const Json& json, std::string_view member) {
  const Json* found = json.find(member);
  if (!found) return without(member);
  GpuCondition condition;
  condition.known = flag_member(*found, "known");
  for (const auto& [name, field] : k_condition_numbers) {
    TRY(value, number_member(*found, name));
    condition.*field = value;
  }
  TRY(slowed_by, texts_member(*found, "slowed_by"));
  TRY(other_owners, texts_member(*found, "other_owners"));
  condition.slowed_by = std::move(slowed_by);
  condition.other_owners = std::move(other_owners);
  return condition;
}

Json to_json(const Sampling& sampling) {
  Json json = Json::object();
  json["samples"] = json_array(sampling.samples, [](const Sample& sample) {
    return Json(Json::Array{sample.seconds, sample.sm_clock_hz, sample.witness_seconds});
  });
  for (const auto& [name, field] : k_sampling_numbers) json[name] = sampling.*field;
  json["origin"] = name_of(sampling.origin);
  json["unrolled"] = sampling.unrolled;
  json["discarded"] = sampling.discarded;
  json["before"] = to_json(sampling.before);
  json["after"] = to_json(sampling.after);
  json["notes"] = json_array(sampling.notes, [](const std::string& note) { return Json(note); });
  return json;
}

Result<Sampling> sampling_from(const Json& json) {
  Sampling sampling;
  TRY(samples, list_member(json, "samples"));
  for (const Json& each : *samples) {
    const Json::Array* numbers = each.as_array();
    if (!numbers || numbers->size() != 3) return without("samples");
    double values[3];
    for (size_t i = 0; i < 3; ++i) {
      const auto value = (*numbers)[i].as_number();
      if (!value) return without("samples");
      values[i] = *value;
    }
    sampling.samples.push_back({values[0], values[1], values[2]});
  }
  for (const auto& [name, field] : k_sampling_numbers) {
    TRY(value, number_member(json, name));
    sampling.*field = value;
  }
  TRY(origin, origin_from(json));
  TRY(unrolled, whole_member(json, "unrolled"));
  TRY(discarded, whole_member(json, "discarded"));
  TRY(before, condition_from(json, "before"));
  TRY(after, condition_from(json, "after"));
  TRY(notes, texts_member(json, "notes"));
  sampling.origin = origin;
  sampling.unrolled = static_cast<int>(unrolled);
  sampling.discarded = static_cast<int>(discarded);
  sampling.before = std::move(before);
  sampling.after = std::move(after);
  sampling.notes = std::move(notes);
  return sampling;
}

Json to_json(const Time& time) {
  Json json = Json::object();
  json["seconds"] = time.seconds;
  json["low"] = time.low_seconds;
  json["high"] = time.high_seconds;
  json["origin"] = name_of(time.origin);
  return json;
}

Result<Time> time_from(const Json& json) {
  TRY(seconds, number_member(json, "seconds"));
  TRY(low, number_member(json, "low"));
  TRY(high, number_member(json, "high"));
  TRY(origin, origin_from(json));
  return Time{seconds, low, high, origin};
}

Json to_json(const Metric& metric) {
  Json json = Json::object();
  json["name"] = metric.name;
  json["value"] = metric.value;
  json["origin"] = name_of(metric.origin);
  return json;
}

Result<Metric> metric_from(const Json& json) {
  TRY(name, text_member(json, "name"));
  TRY(value, number_member(json, "value"));
  TRY(origin, origin_from(json));
  return Metric{std::move(name), value, origin};
}

}  // namespace whet
