#include "diagnose/issue_model.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace whet {

namespace {

constexpr double k_warp = 32;
constexpr double k_shared_bytes_per_cycle = 128;  // one wavefront: 32 banks of 4 bytes

// Results of one warp instruction, for a rate in results per clock and SM.
struct PipeRate {
  std::string_view pipe;
  OpClass op_class;
  std::string_view fact;
  double results_per_instruction;
};

constexpr PipeRate k_rates[] = {
    {"fp32", OpClass::fp32, "thr_fp32", k_warp},
    {"fp64", OpClass::fp64, "thr_fp64", k_warp},
    {"fp16", OpClass::fp16, "thr_fp16x2", 2 * k_warp},
    {"integer", OpClass::integer, "thr_int32_add", k_warp},
    {"special functions", OpClass::special, "thr_sfu", k_warp},
    {"shuffle", OpClass::shuffle, "thr_shuffle", k_warp},
};

std::string_view tensor_fact(std::string_view type) {
  if (type == "F16") return "tensor_fp16";
  if (type == "BF16") return "tensor_bf16";
  if (type == "TF32") return "tensor_tf32";
  if (type == "F64") return "tensor_fp64";
  if (type == "S8" || type == "U8") return "tensor_int8";
  if (type == "E4M3" || type == "E5M2") return "tensor_fp8";
  return "";
}

// FMAs of the tensor instructions divided by the FMAs per clock of a sub-partition; nothing when a shape or a rate is
// unknown.
std::optional<PipeLoad> tensor_load(const InstructionMix& mix, const FactSheet& capability, double sub_partitions) {
  PipeLoad load{"tensor", 0, ""};
  for (const TensorUse& use : mix.tensor) {
    const Fact* rate = capability.find(tensor_fact(use.type));
    const auto& [m, n, k] = use.shape;
    if (!rate || !rate->number() || m == 0) return std::nullopt;
    const bool warpgroup = use.name.find("GMMA") != std::string::npos;
    const double products = double{1} * m * n * k / (warpgroup ? 4 : 1);
    load.cycles += use.count * products / (*rate->number() / sub_partitions);
    load.source = rate->source;
  }
  return load.cycles > 0 ? std::optional(load) : std::nullopt;
}

// Shared memory serves one wavefront per cycle for the whole SM, so each sub-partition gets every fourth.
PipeLoad shared_load(const InstructionMix& mix, double sub_partitions) {
  const double bytes = mix.bytes_per_warp(OpClass::load_shared) + mix.bytes_per_warp(OpClass::store_shared) +
                       mix.bytes_per_warp(OpClass::matrix_load);
  return {"shared memory", bytes / k_shared_bytes_per_cycle * sub_partitions, ""};
}

}  // namespace

double IssueModel::bound_cycles() const {
  return pipes.empty() ? issue_cycles : std::max(issue_cycles, pipes.front().cycles);
}

const std::string& IssueModel::bound_name() const {
  static const std::string issue = "issue";
  return pipes.empty() || pipes.front().cycles <= issue_cycles ? issue : pipes.front().pipe;
}

IssueModel issue_model(const InstructionMix& mix, const FactSheet& capability) {
  IssueModel model;
  model.issue_cycles = mix.total + mix.fillers;
  model.stall_cycles = mix.stall_cycles;
  const double sub_partitions = capability.number("sub_partitions_per_sm").value_or(4);
  for (const PipeRate& row : k_rates) {
    const Fact* rate = capability.find(row.fact);
    if (mix.count(row.op_class) == 0 || !rate || !rate->number()) continue;
    const double per_cycle = *rate->number() / sub_partitions;
    model.pipes.push_back(
        {std::string(row.pipe), mix.count(row.op_class) * row.results_per_instruction / per_cycle, rate->source});
  }
  if (const PipeLoad shared = shared_load(mix, sub_partitions); shared.cycles > 0) model.pipes.push_back(shared);
  if (const auto tensor = tensor_load(mix, capability, sub_partitions)) model.pipes.push_back(*tensor);
  std::stable_sort(model.pipes.begin(), model.pipes.end(),
                   [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
  return model;
}

}  // namespace whet
