#include "judge/process/device_protocol.h"

#include <algorithm>
#include <cstdint>

#include "hardware/gpu.h"

namespace whet {

namespace {

Json to_json(const Extent& extent) {
  return Json::Array{extent.x, extent.y, extent.z};
}

Result<Extent> extent_from(const Json& json, std::string_view name) {
  TRY(axes, list_member(json, name));
  if (axes->size() != 3) return lacks_member(name);
  uint32_t values[3];
  for (size_t i = 0; i < 3; ++i) {
    const int64_t* axis = (*axes)[i].as_integer();
    if (!axis || *axis < 0 || *axis > UINT32_MAX) return lacks_member(name);
    values[i] = static_cast<uint32_t>(*axis);
  }
  return Extent{values[0], values[1], values[2]};
}

Result<Origin> origin_from(const Json& json) {
  TRY(name, text_member(json, "origin"));
  for (const Origin origin : {Origin::measured, Origin::counted, Origin::modelled, Origin::declared, Origin::sourced}) {
    if (name == name_of(origin)) return origin;
  }
  return lacks_member("origin");
}

constexpr size_t k_most_notes = 64;

// What can be a time or a clock: neither infinite nor negative.
bool is_amount(double value) {
  return value >= 0 && value < 1e12;
}

Json text_list(const std::vector<std::string>& texts) {
  return json_array(texts, [](const std::string& text) { return Json(text); });
}

Json to_json(const GpuCondition& condition) {
  Json json = Json::object();
  json["known"] = condition.known;
  json["numbers"] = Json::Array{condition.sm_clock_hz,       condition.memory_clock_hz,     condition.power_watts,
                                condition.power_limit_watts, condition.temperature_celsius, condition.utilization};
  json["slowed_by"] = text_list(condition.slowed_by);
  json["other_owners"] = text_list(condition.other_owners);
  return json;
}

Result<GpuCondition> condition_from(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (!member) return lacks_member(name);
  TRY(numbers, numbers_member(*member, "numbers"));
  TRY(slowed_by, texts_member(*member, "slowed_by"));
  TRY(other_owners, texts_member(*member, "other_owners"));
  if (numbers.size() != 6) return lacks_member("numbers");
  return GpuCondition{flag_member(*member, "known"),
                      numbers[0],
                      numbers[1],
                      numbers[2],
                      numbers[3],
                      numbers[4],
                      numbers[5],
                      slowed_by,
                      other_owners};
}

}  // namespace

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
  if (!parsed) return lacks_member("architecture");
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
  if (launch.shape.cluster) json["cluster"] = to_json(*launch.shape.cluster);
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
  if (json.find("cluster")) {
    TRY(cluster, extent_from(json, "cluster"));
    head.launch.shape.cluster = cluster;
  }
  return head;
}

namespace {

Json to_json(const SamplingPlan::Reset& reset) {
  Json json = Json::object();
  json["set"] = reset.set;
  json["to"] = reset.to;
  json["bytes"] = reset.bytes;
  json["from"] = reset.from;
  json["value"] = int{reset.value};
  return json;
}

Result<SamplingPlan::Reset> reset_from(const Json& json) {
  SamplingPlan::Reset reset;
  TRY_VOID(read_int(json, "set", reset.set));
  TRY(to, whole_member(json, "to"));
  TRY(bytes, whole_member(json, "bytes"));
  TRY(from, whole_member(json, "from"));
  TRY(value, whole_member(json, "value"));
  if (value > 0xff) return lacks_member("value");
  reset.to = to;
  reset.bytes = bytes;
  reset.from = from;
  reset.value = static_cast<uint8_t>(value);
  return reset;
}

}  // namespace

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
  json["resets"] = json_array(plan.resets, [](const SamplingPlan::Reset& reset) { return to_json(reset); });
  return json;
}

Result<SamplingPlan> plan_from(const Json& json) {
  SamplingPlan plan;
  TRY(method, whole_member(json, "method"));
  TRY_VOID(read_int(json, "warm_ups", plan.warm_ups));
  TRY_VOID(read_int(json, "samples", plan.samples));
  TRY_VOID(read_number(json, "limit_seconds", plan.limit_seconds));
  TRY_VOID(read_int(json, "sets", plan.sets));
  TRY_VOID(read_int(json, "first_set", plan.first_set));
  TRY_VOID(read_int(json, "unroll", plan.unroll));
  if (method > static_cast<uint64_t>(SamplingPlan::Method::cupti)) return lacks_member("method");
  plan.method = static_cast<SamplingPlan::Method>(method);
  plan.cache = flag_member(json, "hot") ? SamplingPlan::Cache::hot : SamplingPlan::Cache::cold;
  plan.witness = flag_member(json, "witness");
  plan.observe = flag_member(json, "observe");
  TRY(resets, list_member(json, "resets"));
  for (const Json& item : *resets) {
    TRY(reset, reset_from(item));
    plan.resets.push_back(reset);
  }
  return plan;
}

Json to_json(const Sampling& sampling) {
  Json json = Json::object();
  json["seconds"] = json_array(sampling.samples, [](const Sample& sample) { return Json(sample.seconds); });
  json["clocks"] = json_array(sampling.samples, [](const Sample& sample) { return Json(sample.sm_clock_hz); });
  json["witnesses"] = json_array(sampling.samples, [](const Sample& sample) { return Json(sample.witness_seconds); });
  json["low"] = sampling.low_seconds;
  json["high"] = sampling.high_seconds;
  json["order_error"] = sampling.order_error;
  json["origin"] = name_of(sampling.origin);
  json["unrolled"] = sampling.unrolled;
  json["discarded"] = sampling.discarded;
  json["empty_seconds"] = sampling.empty_seconds;
  json["before"] = to_json(sampling.before);
  json["after"] = to_json(sampling.after);
  json["notes"] = text_list(sampling.notes);
  return json;
}

Result<Sampling> sampling_from(const Json& json) {
  Sampling sampling;
  TRY(seconds, numbers_member(json, "seconds"));
  TRY(clocks, numbers_member(json, "clocks"));
  TRY(witnesses, numbers_member(json, "witnesses"));
  TRY(origin, origin_from(json));
  TRY(notes, texts_member(json, "notes"));
  TRY_VOID(read_number(json, "low", sampling.low_seconds));
  TRY_VOID(read_number(json, "high", sampling.high_seconds));
  TRY_VOID(read_number(json, "order_error", sampling.order_error));
  TRY_VOID(read_int(json, "unrolled", sampling.unrolled));
  TRY_VOID(read_int(json, "discarded", sampling.discarded));
  TRY_VOID(read_number(json, "empty_seconds", sampling.empty_seconds));
  TRY(before, condition_from(json, "before"));
  TRY(after, condition_from(json, "after"));
  if (seconds.size() != clocks.size() || seconds.size() != witnesses.size()) return lacks_member("seconds");
  for (const auto* list : {&seconds, &clocks, &witnesses}) {
    if (!std::all_of(list->begin(), list->end(), is_amount)) return lacks_member("seconds");
  }
  for (const double amount :
       {sampling.low_seconds, sampling.high_seconds, sampling.order_error, sampling.empty_seconds}) {
    if (!is_amount(amount)) return lacks_member("low");
  }
  if (sampling.order_error > 1 || notes.size() > k_most_notes) return lacks_member("order_error");
  for (std::string& note : notes) note = shown_text(note);
  for (size_t i = 0; i < seconds.size(); ++i) sampling.samples.push_back({seconds[i], clocks[i], witnesses[i]});
  sampling.origin = origin;
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
  if (!is_amount(seconds) || !is_amount(low) || !is_amount(high)) return lacks_member("seconds");
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
