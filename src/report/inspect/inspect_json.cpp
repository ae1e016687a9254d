#include "report/inspect/inspect_view.h"

namespace whet {

namespace {

Json counts_json(const std::vector<std::pair<std::string, int>>& counts) {
  Json object = Json::object();
  for (const auto& [name, count] : counts) object[name] = count;
  return object;
}

Json issue_json(const IssueModel& issue) {
  Json json = Json::object();
  json["origin"] = "modelled";
  json["issue_cycles"] = issue.issue_cycles;
  json["bound"] = issue.bound_name();
  json["bound_cycles"] = issue.bound_cycles();
  json["pipes"] = json_array(issue.pipes, [](const PipeLoad& pipe) {
    Json row = Json::object();
    row["pipe"] = pipe.pipe;
    row["cycles"] = pipe.cycles;
    row["rate_source"] = pipe.source;
    return row;
  });
  return json;
}

Json wait_json(const LoadWait& wait) {
  Json json = Json::object();
  json["instructions"] = wait.distance;
  json["math"] = wait.math;
  json["cycles"] = wait.cycles;
  return json;
}

Json loop_json(const LoopView& loop) {
  Json json = Json::object();
  json["depth"] = loop.depth;
  json["hot"] = loop.hot;
  json["spin_wait"] = loop.spin_wait;
  json["lines"] = loop.lines;
  json["offset"] = loop.first_offset;
  json["instructions"] = loop.instructions;
  json["fillers"] = loop.fillers;
  json["classes"] = counts_json(loop.classes);
  json["mnemonics"] = counts_json(loop.names);
  json["accesses"] = json_array(loop.widths, [](const WidthCount& width) {
    Json row = Json::object();
    row["kind"] = width.kind;
    row["bytes_per_lane"] = width.bytes;
    row["count"] = width.count;
    return row;
  });
  json["tensor"] = json_array(loop.tensor, [](const TensorUse& use) {
    Json row = Json::object();
    row["mnemonic"] = use.name;
    row["type"] = use.type;
    row["shape"] = json_array(use.shape, [](int extent) { return Json(extent); });
    row["count"] = use.count;
    return row;
  });
  json["math"] = loop.math;
  json["math_per_global_load"] = loop.math_per_global_load;
  json["math_per_shared_load"] = loop.math_per_shared_load;
  json["flops_per_global_byte"] = loop.flops_per_global_byte;
  json["stall_cycles"] = loop.stall_cycles;
  json["issue"] = issue_json(loop.issue);
  json["scoreboard_waits"] = loop.scoreboard_waits;
  json["best_hidden_load"] = loop.best_hidden_load ? wait_json(*loop.best_hidden_load) : Json();
  json["async_copies"] = loop.async_copies;
  json["async_overlaps"] = loop.async_overlaps;
  return json;
}

Json next_block_json(const NextBlock& next) {
  Json json = Json::object();
  json["blocks"] = next.blocks;
  json["threads"] = next.threads;
  json["registers"] = next.registers;
  json["shared_bytes"] = next.shared_bytes;
  json["barriers"] = next.barriers;
  json["threads_alone"] = next.threads_alone;
  return json;
}

Json occupancy_json(const KernelView& kernel) {
  Json json = Json::object();
  json["origin"] = "counted";
  json["threads"] = kernel.threads;
  json["max_warps"] = kernel.max_warps;
  if (kernel.occupancy) {
    json["blocks"] = kernel.occupancy->blocks;
    json["warps"] = kernel.occupancy->warps;
    json["fraction"] = kernel.occupancy->fraction;
    json["limited_by"] = limiter_name(kernel.occupancy->limited_by);
    for (const auto& [limiter, blocks] : kernel.occupancy->limits) json["limits"][limiter_name(limiter)] = blocks;
  }
  json["next_block"] = kernel.next_block ? next_block_json(*kernel.next_block) : Json();
  json["shared_cliffs"] = json_array(kernel.cliffs, [](const CliffView& cliff) {
    Json row = Json::object();
    row["blocks"] = cliff.blocks;
    row["bytes"] = cliff.bytes;
    row["here"] = cliff.here;
    return row;
  });
  json["curve"] = json_array(kernel.curve, [](const CurvePoint& point) {
    Json row = Json::object();
    row["threads"] = point.threads;
    row["blocks"] = point.blocks;
    row["warps"] = point.warps;
    return row;
  });
  return json;
}

Json finding_json(const Finding& finding) {
  Json json = Json::object();
  json["rule"] = finding.rule;
  json["text"] = finding.text;
  json["rank"] = finding.rank;
  json["condition"] = finding.condition;
  json["evidence"] = Json::object();
  for (const Evidence& evidence : finding.evidence) json["evidence"][evidence.fact] = evidence.value;
  const auto texts = [](const std::vector<std::string>& list) {
    return json_array(list, [](const std::string& t) { return Json(t); });
  };
  json["try"] = texts(finding.suggestions);
  json["needs"] = finding.needs;
  json["conflicts"] = texts(finding.conflicts);
  json["confirmed_by"] = texts(finding.confirmed_by);
  json["skill"] = finding.skill;
  return json;
}

Json resources_json(const KernelView& kernel) {
  Json json = Json::object();
  json["registers"] = kernel.registers;
  json["stack_bytes"] = kernel.stack_bytes;
  json["static_shared_bytes"] = kernel.static_shared_bytes;
  json["dynamic_shared_bytes"] = kernel.dynamic_shared_bytes;
  json["reserved_shared_bytes"] = kernel.reserved_shared_bytes;
  json["barriers"] = kernel.barriers;
  json["parameters"] = kernel.parameters;
  json["parameter_bytes"] = kernel.parameter_bytes;
  json["launch_bound_threads"] = kernel.launch_bound_threads;
  json["cluster_blocks"] = kernel.cluster_blocks;
  json["spill_loads"] = kernel.spill_loads;
  json["spill_stores"] = kernel.spill_stores;
  json["spill_bytes"] = kernel.spill_bytes;
  json["indexed_local_accesses"] = kernel.indexed_local;
  return json;
}

Json kernel_json(const KernelView& kernel) {
  Json json = Json::object();
  json["name"] = kernel.name;
  json["signature"] = kernel.signature;
  json["mangled"] = kernel.mangled;
  json["architecture"] = kernel.architecture;
  json["resources"] = resources_json(kernel);
  json["occupancy"] = occupancy_json(kernel);
  json["loops"] = json_array(kernel.loops, loop_json);
  json["findings"] = json_array(kernel.diagnosis.findings, finding_json);
  json["undecided"] = json_array(kernel.diagnosis.undecided, [](const Undecided& rule) {
    Json row = Json::object();
    row["rule"] = rule.rule;
    row["absent"] = json_array(rule.absent, [](const std::string& name) { return Json(name); });
    return row;
  });
  json["coverage"]["instructions"] = kernel.instructions;
  json["coverage"]["unknown"] = kernel.unknown_instructions;
  json["coverage"]["unresolved_branches"] = kernel.unresolved_branches;
  return json;
}

Json rate_json(const Rate& rate) {
  Json json = Json::object();
  json["origin"] = "sourced";
  json["per_second"] = rate.per_second;
  json["fact"] = rate.fact;
  json["source"] = rate.source;
  return json;
}

Json ceilings_json(const Ceilings& ceilings) {
  Json json = Json::object();
  json["dram"] = ceilings.dram ? rate_json(*ceilings.dram) : Json();
  for (const Math math : k_all_math) {
    const auto& peak = ceilings.peak(math);
    if (!peak) continue;
    Json& row = json["peaks"][math_name(math)];
    row = rate_json(*peak);
    row["balance_flop_per_byte"] = ceilings.balance(math);
  }
  return json;
}

Json message_json(const CompilerMessage& message) {
  Json json = Json::object();
  json["severity"] = message.severity == Severity::error     ? "error"
                     : message.severity == Severity::warning ? "warning"
                                                             : "note";
  json["file"] = message.file;
  json["line"] = message.line;
  json["column"] = message.column;
  json["text"] = message.text;
  return json;
}

Json broken_rule_json(const Error& error) {
  Json json = Json::object();
  json["where"] = error.where;
  json["what"] = error.what;
  json["fix"] = error.mend;
  return json;
}

}  // namespace

Json to_json(const InspectView& view) {
  Json json = Json::object();
  json["file"] = view.file;
  json["target"] = view.target;
  json["compiled"] = view.compiled;
  json["compiler_reason"] = view.compiler_reason;
  json["messages"] = json_array(view.messages, message_json);
  json["other_architectures"] =
      json_array(view.other_architectures, [](const std::string& name) { return Json(name); });
  json["broken_rules"] = json_array(view.broken_rules, broken_rule_json);
  json["overview"] = view.is_overview;
  json["ceilings"] = view.ceilings ? ceilings_json(*view.ceilings) : Json();
  json["kernels"] = json_array(view.kernels, kernel_json);
  return json;
}

}  // namespace whet
