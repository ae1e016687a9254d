// A RunView as JSON: every number of the text, and those that the text leaves out.
#include "report/run/run_view.h"

namespace whet {

Json numbers_json(const std::vector<NamedNumber>& numbers) {
  Json json = Json::object();
  for (const NamedNumber& number : numbers) json[number.name] = number.value;
  return json;
}

namespace {

Json extent_json(const Extent& extent) {
  return Json::Array{extent.x, extent.y, extent.z};
}

Json mismatch_json(const OutputVerdict& output, const std::optional<Mismatch>& mismatch) {
  if (!mismatch) return {};
  return Json::Object{{"index", mismatch->index},
                      {"place", place_in(output.shape, mismatch->index)},
                      {"got", mismatch->got},
                      {"expected", mismatch->expected}};
}

Json output_json(const OutputVerdict& output) {
  const Comparison& found = output.comparison;
  return Json::Object{{"name", output.name},
                      {"type", name_of(output.type)},
                      {"correct", found.equal()},
                      {"elements", found.count},
                      {"mismatches", found.mismatches},
                      {"max_absolute_error", found.max_absolute},
                      {"max_relative_error", found.max_relative},
                      {"unexpected_nans", found.unexpected_nans},
                      {"precision", name_of(output.precision)},
                      {"absolute_tolerance", found.tolerance.absolute},
                      {"relative_tolerance", found.tolerance.relative},
                      {"worst", mismatch_json(output, found.worst)},
                      {"first", mismatch_json(output, found.first)}};
}

Json result_json(const RunView& view) {
  Json json = Json::object();
  json["compared"] = view.verdict.has_value();
  if (!view.verdict) {
    json["reason"] = view.not_compared;
    return json;
  }
  json["correct"] = view.verdict->correct();
  json["reference"] = view.reference;
  json["outputs"] = json_array(view.verdict->outputs, output_json);
  return json;
}

Json time_json(const std::optional<Time>& time) {
  if (!time) return {};
  return Json::Object{{"seconds", time->seconds},
                      {"low_seconds", time->low_seconds},
                      {"high_seconds", time->high_seconds},
                      {"origin", name_of(time->origin)}};
}

Json bound_json(const vgpu::Bound& bound) {
  return Json::Object{{"name", bound.name},
                      {"seconds", bound.seconds},
                      {"share_of_time", bound.share_of_time},
                      {"sensitivity", bound.sensitivity}};
}

Json model_json(const vgpu::TimeEstimate& estimate) {
  return Json::Object{{"origin", "modelled"},
                      {"bounds", json_array(estimate.bounds, bound_json)},
                      {"latency_parts", json_array(estimate.latency_parts,
                                                   [](const vgpu::LatencyPart& part) -> Json {
                                                     return Json::Object{{"name", part.name}, {"cycles", part.cycles}};
                                                   })},
                      {"headroom", estimate.headroom},
                      {"launch_seconds", estimate.launch_seconds},
                      {"waves", estimate.waves},
                      {"tail", estimate.tail},
                      {"from_machine_code", estimate.from_machine_code}};
}

Json access_json(const AccessView& access) {
  return Json::Object{{"name", access.name},
                      {"requests", access.requests},
                      {"sectors", access.sectors},
                      {"ideal_sectors", access.ideal_sectors},
                      {"wavefronts", access.wavefronts},
                      {"ideal_wavefronts", access.ideal_wavefronts}};
}

Json counts_json(const LaunchView& launch) {
  return Json::Object{{"origin", "counted"},
                      {"warp_instructions", launch.warp_instructions},
                      {"lanes_active", launch.lanes_active},
                      {"branches", launch.branches},
                      {"diverged_branches", launch.diverged},
                      {"accesses", json_array(launch.accesses, access_json)},
                      {"l1_hit_rate", launch.l1_hit_rate},
                      {"l2_hit_rate", launch.l2_hit_rate},
                      {"dram_bytes", launch.dram_bytes},
                      {"flops", launch.flops.total()},
                      {"tensor_flops", launch.flops.tensor}};
}

Json occupancy_json(const LaunchView& launch) {
  if (!launch.occupancy) return {};
  return Json::Object{{"blocks", launch.occupancy->blocks},
                      {"warps", launch.occupancy->warps},
                      {"fraction", launch.occupancy->fraction},
                      {"limited_by", limiter_name(launch.occupancy->limited_by)}};
}

Json counters_json(const std::vector<CounterGroup>& groups) {
  Json json = Json::object();
  for (const CounterGroup& group : groups) {
    for (const CounterView& counter : group.counters) json[counter.name] = counter.value;
  }
  return json;
}

Json line_json(const LineView& line) {
  return Json::Object{{"file", line.file},
                      {"line", line.line},
                      {"text", line.text},
                      {"warp_instructions", line.warps},
                      {"lanes", line.lanes},
                      {"share_of_issue", line.share},
                      {"sectors", line.sectors},
                      {"ideal_sectors", line.ideal_sectors},
                      {"wavefronts", line.wavefronts},
                      {"ideal_wavefronts", line.ideal_wavefronts},
                      {"hottest", line.hottest}};
}

Json instructions_json(const std::vector<InstructionView>& instructions, const char* at) {
  return json_array(instructions, [&](const InstructionView& instruction) -> Json {
    return Json::Object{{at, instruction.at},
                        {"text", instruction.text},
                        {"source", instruction.source},
                        {"warps", instruction.warps},
                        {"lanes", instruction.lanes}};
  });
}

Json lines_json(const LineTable& table) {
  return Json::Object{{"origin", "counted"},
                      {"from_machine_code", table.from_machine_code},
                      {"unplaced_share", table.unplaced_share},
                      {"source", json_array(table.lines, line_json)},
                      {"ptx", instructions_json(table.ptx, "line")},
                      {"sass", instructions_json(table.sass, "offset")}};
}

Json launch_json(const LaunchView& launch) {
  Json json = Json::object();
  json["kernel"] = launch.kernel;
  if (launch.is_host_function) json["host_function"] = true;
  json["grid"] = extent_json(launch.shape.grid);
  json["block"] = extent_json(launch.shape.block);
  json["dynamic_shared_bytes"] = launch.shape.dynamic_shared_bytes;
  json["cooperative"] = launch.shape.cooperative;
  if (launch.shape.cluster) json["cluster"] = extent_json(*launch.shape.cluster);
  json["time"] = time_json(launch.time);
  if (launch.occupancy) {
    json["blocks_run"] = launch.blocks_run;
    json["grid_blocks"] = launch.grid_blocks;
    json["registers"] = launch.registers;
    json["shared_bytes"] = launch.shared_bytes;
    json["occupancy"] = occupancy_json(launch);
    json["finished"] = launch.finished;
  }
  if (launch.estimate) {
    json["model"] = model_json(*launch.estimate);
    json["counts"] = counts_json(launch);
  }
  if (!launch.counters.empty()) json["counters"] = counters_json(launch.counters);
  if (launch.lines) json["lines"] = lines_json(*launch.lines);
  json["findings"] = json_array(launch.findings, [](const FindingView& finding) -> Json {
    return Json::Object{{"text", finding.text}, {"place", finding.place}};
  });
  if (launch.estimate)
    json["advice"] = json_array(launch.actions, [](const ActionView& action) { return to_json(action); });
  if (!launch.unwatched.empty()) json["unwatched"] = launch.unwatched;
  if (!launch.printed.empty()) json["printed"] = launch.printed;
  return json;
}

Json ceiling_json(const CeilingShare& share) {
  return Json::Object{{"ceiling", share.ceiling},
                      {"share", share.share()},
                      {"ceiling_origin", name_of(share.rate.origin)},
                      {"work", share.work},
                      {"work_origin", name_of(share.origin)},
                      {"per_second", share.per_second},
                      {"ceiling_per_second", share.rate.per_second},
                      {"ceiling_source", share.rate.source}};
}

}  // namespace

Json to_json(const RunView& view) {
  Json json = Json::object();
  json["problem"] = view.problem;
  json["device"] = view.device;
  json["gpu"] = view.gpu;
  json["compiled"] = view.compiled;
  json["case"] = view.case_name;
  json["dims"] = numbers_json(view.dims);
  json["tunables"] = numbers_json(view.tunables);
  json["seed"] = view.seed;
  json["result"] = result_json(view);
  json["time"] = time_json(view.time());
  json["ceilings"] = json_array(view.ceilings, ceiling_json);
  json["checks"] = view.checks;
  json["notes"] = json_array(view.notes, [](const std::string& note) -> Json { return note; });
  json["launches"] = json_array(view.launches, launch_json);
  return json;
}

}  // namespace whet
