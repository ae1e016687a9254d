#include "diagnose/launch_knowledge.h"

#include <algorithm>
#include <array>
#include <map>

#include "diagnose/function_lines.h"

namespace whet {

namespace {

double bytes_of_arrays(const ResolvedCase& resolved) {
  double bytes = 0;
  for (const ResolvedArgument& argument : resolved.arguments)
    bytes += argument.is_scalar ? 0 : static_cast<double>(argument.bytes);
  return bytes;
}

bool has_type(const ResolvedCase& resolved, ElementType type) {
  return std::any_of(resolved.arguments.begin(), resolved.arguments.end(),
                     [&](const ResolvedArgument& argument) { return argument.type == type; });
}

bool allows_narrow(const Problem& problem, const ResolvedCase& resolved) {
  using enum PrecisionClass;
  constexpr std::array k_narrow = {tf32, fp16, bf16, fp8};
  return std::all_of(resolved.arguments.begin(), resolved.arguments.end(), [&](const ResolvedArgument& argument) {
    const PrecisionClass precision = problem.precision_for(argument.type).precision;
    return !argument.is_written() || std::find(k_narrow.begin(), k_narrow.end(), precision) != k_narrow.end();
  });
}

std::optional<ResourceUsage> usage_in(const Build& build, const std::string& kernel) {
  for (const ResourceUsage& usage : build.resources) {
    if (usage.kernel == kernel) return usage;
  }
  return std::nullopt;
}

}  // namespace

std::optional<LaunchedCode> launched_code(const DiagnoseRequest& request, const Launch& launch) {
  auto cubin = read_cubin(as_bytes(request.build.cubin));
  if (!cubin) return std::nullopt;
  LaunchedCode code;
  code.cubin = std::make_unique<Cubin>(std::move(*cubin));
  for (const CubinFunction& each : code.cubin->functions) {
    if (each.is_kernel && each.name == launch.kernel) code.function = &each;
  }
  if (!code.function) return std::nullopt;
  BlockAssumption block;
  block.threads = static_cast<int>(launch.shape.block.count());
  block.dynamic_shared_bytes = static_cast<int>(launch.shape.dynamic_shared_bytes);
  auto profile = profile_kernel(*code.function, request.device.architecture, request.device.gpu.capability, block,
                                usage_in(request.build, launch.kernel));
  if (profile) code.profile = std::move(*profile);
  return code;
}

Facts code_facts(const std::optional<LaunchedCode>& code) {
  return code && code->profile ? facts_of(*code->profile) : Facts{};
}

RunKnowledge knowledge_of(const DiagnoseRequest& request) {
  RunKnowledge known;
  known.has_fp64_arguments = has_type(request.resolved, ElementType::f64);
  if (request.meaning && request.meaning->is_confirmed) {
    known.patterns = request.meaning->patterns;
    known.product_types = request.meaning->product_types;
  }
  if (request.resolved.launches.size() != 1) return known;
  known.must_move_bytes = request.resolved.bytes;
  known.flops = request.resolved.flops;
  known.array_bytes = bytes_of_arrays(request.resolved);
  return known;
}

RunKnowledge knowledge_with_lines(const DiagnoseRequest& request, const CountedLines& lines) {
  RunKnowledge known = knowledge_of(request);
  known.function_share = function_share(lines, request.source);
  known.fp64_line_share = fp64_line_share(lines);
  return known;
}

std::vector<Consent> consents_of(const DiagnoseRequest& request) {
  if (!allows_narrow(request.problem, request.resolved)) return {};
  return {Consent::numerics};
}

std::vector<std::string> texts_of(const CountedLines& counted, const SourceText& source) {
  std::map<std::string, std::string> files;  // each is read once
  const SourceText kept = [&](const std::string& file) {
    const auto [found, is_new] = files.try_emplace(file);
    if (is_new) found->second = source(file);
    return found->second;
  };
  std::vector<std::string> texts;
  for (const LineCounts& line : counted.lines) texts.push_back(line_text(kept, line.file, line.line));
  return texts;
}

std::vector<LaunchDiagnosis> diagnose_records(std::vector<LaunchRecord> records, const DiagnoseRequest& request) {
  std::vector<LaunchDiagnosis> found;
  for (LaunchRecord& record : records)
    found.push_back(diagnose_record(std::move(record), &request.device.gpu, request.book, request.plan));
  return found;
}

MetricSet launch_metrics(const Launch& launch, const std::optional<LaunchedCode>& code, const Gpu& gpu) {
  MetricSet metrics;
  const auto blocks = static_cast<double>(launch.shape.grid.count());
  metrics.set("launch__grid_size", blocks, Origin::counted);
  metrics.set("launch__block_size", static_cast<double>(launch.shape.block.count()), Origin::counted);
  if (!code || !code->profile) return metrics;
  const KernelProfile& kernel = *code->profile;
  metrics.set("launch__registers_per_thread", kernel.use.registers, Origin::counted);
  metrics.set("launch__shared_mem_per_block", kernel.use.shared_bytes, Origin::counted);
  if (!kernel.occupancy || kernel.occupancy->blocks <= 0) return metrics;
  metrics.set("sm__maximum_warps_per_active_cycle_pct", 100 * kernel.occupancy->fraction, Origin::counted);
  if (const auto sms = gpu.product.number("sm_count"); sms && *sms > 0)
    metrics.set("launch__waves_per_multiprocessor", blocks / (*sms * kernel.occupancy->blocks), Origin::counted);
  return metrics;
}

}  // namespace whet
