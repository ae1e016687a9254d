// A BenchView as JSON: every number of the text, and every sample.
#include "report/judge/bench_view.h"

namespace whet {

namespace {

Json text_json(const std::vector<std::string>& texts) {
  return json_array(texts, [](const std::string& text) -> Json { return text; });
}

Json spread_json(const Spread& found) {
  if (found.count == 0) return {};
  return Json::Object{{"count", found.count},
                      {"low", found.low},
                      {"first_quartile", found.first_quartile},
                      {"median", found.median},
                      {"third_quartile", found.third_quartile},
                      {"high", found.high},
                      {"relative_iqr", found.relative_iqr},
                      {"mdape", found.mdape}};
}

Json condition_json(const GpuCondition& found) {
  if (!found.known) return {};
  return Json::Object{{"sm_clock_hz", found.sm_clock_hz},
                      {"memory_clock_hz", found.memory_clock_hz},
                      {"power_watts", found.power_watts},
                      {"power_limit_watts", found.power_limit_watts},
                      {"temperature_celsius", found.temperature_celsius},
                      {"utilization", found.utilization},
                      {"slowed_by", text_json(found.slowed_by)},
                      {"other_owners", text_json(found.other_owners)}};
}

Json sample_json(const Sample& sample) {
  return Json::Object{
      {"seconds", sample.seconds}, {"sm_clock_hz", sample.sm_clock_hz}, {"witness_seconds", sample.witness_seconds}};
}

Json share_json(const CeilingShare& share) {
  return Json::Object{{"ceiling", share.ceiling},
                      {"work", share.work},
                      {"origin", name_of(share.origin)},
                      {"per_second", share.per_second},
                      {"ceiling_per_second", share.rate.per_second},
                      {"share", share.share()},
                      {"source", share.rate.source},
                      {"ceiling_origin", name_of(share.rate.origin)}};
}

Json floor_json(const BenchTiming& timing) {
  return Json::Object{{"seconds", timing.floor.seconds()},
                      {"share", timing.floor_share()},
                      {"violation", timing.violation},
                      {"bounds", json_array(timing.floor.bounds, [](const FloorBound& bound) -> Json {
                         return Json::Object{
                             {"name", bound.name}, {"seconds", bound.seconds}, {"source", bound.source}};
                       })}};
}

Json timing_json(const BenchTiming& view) {
  const Timing& timing = view.timing;
  const Sampling& sampling = timing.sampling;
  Json json = Json::object();
  json["cache"] = name_of(view.cache);
  json["origin"] = name_of(sampling.origin);
  json["seconds"] = spread_json(timing.seconds);
  if (sampling.origin == Origin::modelled) {
    json["low_seconds"] = sampling.low_seconds;
    json["high_seconds"] = sampling.high_seconds;
    json["order_error"] = sampling.order_error;
  }
  json["reach"] = reach_json(view.reach);
  json["sm_clock_hz"] = spread_json(timing.clock_hz);
  json["stopped"] = name_of(timing.stopped);
  json["unrolled"] = sampling.unrolled;
  json["discarded"] = sampling.discarded;
  json["empty_seconds"] = sampling.empty_seconds;
  json["ceilings"] = json_array(view.ceilings, share_json);
  json["floor"] = floor_json(view);
  json["before"] = condition_json(sampling.before);
  json["after"] = condition_json(sampling.after);
  json["samples"] = json_array(sampling.samples, sample_json);
  return json;
}

Json bench_kernel_json(const BenchKernel& kernel) {
  return Json::Object{{"name", kernel.name},       {"compiled", kernel.compiled},
                      {"checked", kernel.checked}, {"outcome", name_of(kernel.outcome)},
                      {"result", kernel.result},   {"timings", json_array(kernel.timings, timing_json)}};
}

Json interval_json(const Interval& interval) {
  return Json::Object{{"low", interval.low}, {"high", interval.high}, {"confidence", interval.confidence}};
}

Json ratio_json(const Speedup& speedup) {
  return Json::Object{{"median", speedup.median},
                      {"interval", interval_json(speedup.shown)},
                      {"call_interval", interval_json(speedup.called)}};
}

Json comparison_json(const SpeedComparison& found) {
  return Json::Object{{"outcome", name_of(found.outcome)},
                      {"reason", found.reason},
                      {"origin", name_of(found.origin)},
                      {"speedup", ratio_json(found.time)},
                      {"speedup_in_cycles", found.cycles ? ratio_json(*found.cycles) : Json()},
                      {"clock_ratio", found.clock_ratio},
                      {"rounds", found.rounds},
                      {"left_out", found.left_out}};
}

}  // namespace

Json to_json(const BenchView& view) {
  Json json = Json::object();
  json["device"] = view.device;
  json["gpu"] = view.gpu;
  json["case"] = view.case_name;
  json["dims"] = numbers_json(view.dims);
  json["tunables"] = numbers_json(view.tunables);
  json["seed"] = view.seed;
  json["timing"] = name_of(view.method);
  json["buffer_sets"] = view.buffer_sets;
  json["outcome"] = name_of(view.outcome());
  json["notes"] = text_json(view.notes);
  json["kernels"] = json_array(view.kernels, bench_kernel_json);
  json["comparison"] = view.comparison ? comparison_json(*view.comparison) : Json();
  json["baselines"] = json_array(view.baselines, [](const BaselineView& baseline) { return to_json(baseline); });
  return json;
}

}  // namespace whet
