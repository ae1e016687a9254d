#include "diagnose/run_facts.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "diagnose/gain.h"
#include "diagnose/run_numbers.h"
#include "profile/virtual_profile.h"

namespace whet {

namespace {

using R = const RunKnowledge&;
using N = OptionalNumber;

constexpr double k_sector_size = 32, k_full = 100, k_ns_per_us = 1000;

template <Resource resource>
N share(R run) {
  return share_of(run, resource);
}

N percent(R run, std::string_view name) {
  const auto value = metric(run, name);
  return value ? N(*value / k_full) : std::nullopt;
}

N fact(R run, std::string_view name) {
  return run.gpu ? run.gpu->product.number(name) : std::nullopt;
}

N busy_sms(R run) {
  const auto share = quotient(metric(run, "launch__grid_size"), fact(run, "sm_count"));
  return share ? N(std::min(1.0, *share)) : std::nullopt;
}

// How much longer equal blocks take because their number does not divide by that of the SMs, or of a wave.
N rounding(R run) {
  const auto blocks = quotient(metric(run, "launch__grid_size"), fact(run, "sm_count"));
  const auto waves = metric(run, "launch__waves_per_multiprocessor");
  if (!blocks || !waves || *blocks < 1) return std::nullopt;
  const double by_sm = std::ceil(*blocks) / *blocks, by_wave = *waves >= 1 ? std::ceil(*waves) / *waves : 1;
  return std::max(by_sm, by_wave);
}

N excess(N moved, N ideal) {
  return quotient(moved, ideal);
}

N local_share(R run) {
  const auto local = local_sectors(run);
  if (!local) return std::nullopt;
  return quotient(local, *local + load_sectors(run).value_or(0) + store_sectors(run).value_or(0));
}

// Bytes asked of L1 for each byte that has to be moved.
N times_asked(R run) {
  const auto loads = load_ideal_sectors(run);
  return loads ? quotient(*loads * k_sector_size, footprint_bytes(run)) : std::nullopt;
}

// Of the atomics: lanes on the address that most go to.
N contention(R run) {
  const auto lanes = metric(run, k_hottest_atomics);
  const auto requests = metrics_sum(
      run, {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"});
  return requests && *requests > 0 ? quotient(lanes, *requests * 32) : std::nullopt;
}

N balance(R run) {
  if (!run.gpu) return std::nullopt;
  return ceilings(*run.gpu).balance(Math::fp32);
}

N pattern(R run, std::initializer_list<std::string_view> words) {
  if (!run.patterns) return 0;  // meaning.known says so
  for (const std::string& each : *run.patterns) {
    for (const std::string_view word : words) {
      if (each.find(word) != std::string::npos) return 1;
    }
  }
  return 0;
}

// 1 when a product multiplies elements of these types alone.
N multiplies(R run, std::initializer_list<std::string_view> types) {
  const auto is_one = [&](const std::string& type) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  const auto& found = run.product_types;
  return !found.empty() && std::all_of(found.begin(), found.end(), is_one);
}

N sensitivity(R run, Axis axis) {
  if (!run.profile->shares) return std::nullopt;
  double sum = 0;
  for (const ResourceRow& row : resource_table()) {
    if (row.axis == axis) sum += run.profile->shares->sensitivity(row.resource);
  }
  return sum;
}

// clang-format off
constexpr RunFactRow k_run_facts[] = {
    {"time.us", "duration, microseconds", [](R r) { return quotient(metric(r, "gpu__time_duration.sum"), k_ns_per_us); }},
    {"time.launch_share", "share of it that an empty launch takes", [](R r) { return r.profile->shares ? N(r.profile->shares->launch) : std::nullopt; }},
    {"grid.blocks", "blocks of the grid", [](R r) { return metric(r, "launch__grid_size"); }},
    {"grid.waves", "blocks over those that the GPU holds at once", [](R r) { return metric(r, "launch__waves_per_multiprocessor"); }},
    {"grid.tail", "time over that with full waves and equally busy SMs, 1: none", [](R r) { return metric(r, k_tail); }},
    {"grid.busy_sms", "share of the SMs that get a block", busy_sms},
    {"grid.rounding", "time over that of equal blocks that divide evenly among SMs and waves, where each SM has one", rounding},
    {"grid.imbalance", "instructions of the longest block over the average", [](R r) { return metric(r, k_block_imbalance); }},
    {"warps.active", "warps resident on an SM, of those that it can hold", warps_active},
    {"start.share", "of the time: starting the blocks alone", share<Resource::start>},
    {"issue.share", "issue slots used", share<Resource::issue>},
    {"stall.long_scoreboard", "share of a warp's time: waits for global or local memory", [](R r) { return stall_share(r, "long_scoreboard"); }},
    {"stall.short_scoreboard", "waits for shared memory", [](R r) { return stall_share(r, "short_scoreboard"); }},
    {"stall.barrier", "waits at block barriers", [](R r) { return stall_share(r, "barrier"); }},
    {"stall.wait", "fixed latencies between dependent instructions", [](R r) { return stall_share(r, "wait"); }},
    {"stall.math_pipe", "waits for a pipe or its result", [](R r) { return stall_share(r, "math_pipe_throttle"); }},
    {"stall.mio", "waits for the queue of shared memory and special functions", [](R r) { return stall_share(r, "mio_throttle"); }},
    {"stall.lg", "waits for the queue of global and local memory", [](R r) { return stall_share(r, "lg_throttle"); }},
    {"stall.membar", "waits for a memory fence", [](R r) { return stall_share(r, "membar"); }},
    {"stall.branch", "waits for a branch", [](R r) { return stall_share(r, "branch_resolving"); }},
    {"stall.no_instruction", "waits for instructions", [](R r) { return stall_share(r, "no_instruction"); }},
    {"stall.not_selected", "could issue, another warp did", [](R r) { return stall_share(r, "not_selected"); }},
    {"dram.share", "of the peak bandwidth", [](R r) { return percent(r, "dram__throughput.avg.pct_of_peak_sustained_elapsed"); }},
    {"dram.bytes", "bytes moved", dram_bytes},
    {"dram.excess", "bytes moved over those that must move", [](R r) { return quotient(dram_bytes(r), footprint_bytes(r)); }},
    {"l2.share", "of the time, at its reachable rate", share<Resource::l2>},
    {"l2.hit", "share of sectors", [](R r) { return percent(r, "lts__t_sector_hit_rate.pct"); }},
    {"l1.share", "of the time, at its reachable rate", share<Resource::l1>},
    {"l1.hit", "share of sectors", [](R r) { return percent(r, "l1tex__t_sector_hit_rate.pct"); }},
    {"load.sectors", "sectors a request of global loads", [](R r) { return quotient(load_sectors(r), metric(r, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")); }},
    {"load.excess", "sectors over the fewest possible", [](R r) { return excess(load_sectors(r), load_ideal_sectors(r)); }},
    {"load.times", "bytes asked of L1 for each byte that must move", times_asked},
    {"load.bytes_a_lane", "bytes that a lane moves with one global access", bytes_a_lane},
    {"store.sectors", "sectors a request of global stores", [](R r) { return quotient(store_sectors(r), metric(r, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")); }},
    {"store.excess", "sectors over the fewest possible", [](R r) { return excess(store_sectors(r), store_ideal_sectors(r)); }},
    {"shared.share", "of the time, at full bandwidth", share<Resource::shared>},
    {"shared.excess", "wavefronts over those without bank conflicts", [](R r) { return excess(shared_wavefronts(r), shared_ideal_wavefronts(r)); }},
    {"local.share", "of all sectors at L1", local_share},
    {"atomic.share", "of the time: global atomics alone", share<Resource::global_atomics>},
    {"atomic.shared_share", "of the time: shared atomics alone", share<Resource::shared_atomics>},
    {"atomic.contention", "lanes on the most used address, of all lanes of global atomics", contention},
    {"pipe.fma", "share of the time: FP32 and integer multiply", share<Resource::fma>},
    {"pipe.alu", "integer, logic, compares", share<Resource::alu>},
    {"pipe.fp64", "FP64", share<Resource::fp64>},
    {"pipe.fp16", "packed half", share<Resource::fp16>},
    {"pipe.xu", "special functions and conversions", share<Resource::special>},
    {"pipe.tensor", "tensor cores", share<Resource::tensor>},
    {"pipe.lsu", "issue of loads, stores and shuffles", share<Resource::lsu>},
    {"lanes.active", "share of 32 lanes active an instruction", lanes_active},
    {"branch.diverged", "share of branches whose lanes went both ways", [](R r) { return quotient(metric(r, k_diverged), metric(r, k_branches)); }},
    {"fp64.share", "share of the instructions", [](R r) { return quotient(metric(r, "smsp__inst_executed_pipe_fp64.sum"), metric(r, "smsp__inst_executed.sum")); }},
    {"divide.share", "integer divisions for each instruction", [](R r) { return quotient(metric(r, k_int_divisions), metric(r, "smsp__inst_executed.sum")); }},
    {"function.share", "share of the instructions on lines that call precise math functions", [](R r) { return r.function_share; }},
    {"barrier.share", "block barriers for each instruction", [](R r) { return quotient(metric(r, k_barriers), metric(r, "smsp__inst_executed.sum")); }},
    {"fp64.line_share", "share of the instructions on lines that compute in fp64", [](R r) { return r.fp64_line_share; }},
    {"args.fp64", "1 when an argument is double", [](R r) { return r.has_fp64_arguments ? N(*r.has_fp64_arguments) : std::nullopt; }},
    {"work.intensity", "FLOPs for each byte that must move", [](R r) { return quotient(r.flops, r.must_move_bytes); }},
    {"work.balance", "FLOPs a byte at which fp32 arithmetic and DRAM take equally long", balance},
    {"meaning.known", "1 when what the kernel computes was found and confirmed; if not, the others are 0", [](R r) { return N(r.patterns.has_value()); }},
    {"meaning.contraction", "1 when it computes a product of matrices or tensors", [](R r) { return pattern(r, {"contraction"}); }},
    {"meaning.matrix_product", "1 when both factors of the product are matrices, so that each element is used many times", [](R r) { return pattern(r, {"matrix product"}); }},
    {"meaning.stencil", "1 when it computes a stencil or convolution", [](R r) { return pattern(r, {"stencil", "convolution"}); }},
    {"meaning.reduction", "1 when it reduces", [](R r) { return pattern(r, {"reduction"}); }},
    {"meaning.map", "1 when each result needs only its own inputs", [](R r) { return pattern(r, {"map"}); }},
    {"meaning.permutation", "1 when it only moves elements", [](R r) { return pattern(r, {"permutation", "transpose"}); }},
    {"meaning.scan", "1 when it computes running sums", [](R r) { return pattern(r, {"scan"}); }},
    {"meaning.histogram", "1 when it counts", [](R r) { return pattern(r, {"histogram", "scatter"}); }},
    {"product.narrow", "1 when a product multiplies half, bfloat16, fp8 or int8 alone, which tensor cores take as they are", [](R r) { return multiplies(r, {"f16", "bf16", "e4m3", "e5m2", "i8", "u8"}); }},
    {"product.fp32", "1 when a product multiplies fp32 alone", [](R r) { return multiplies(r, {"f32"}); }},
    {"product.fp64", "1 when a product multiplies fp64 alone", [](R r) { return multiplies(r, {"f64"}); }},
    {"bound.memory", "share of the time that memory and caches account for", [](R r) { return sensitivity(r, Axis::memory); }},
    {"bound.compute", "the same for issue and pipes", [](R r) { return sensitivity(r, Axis::compute); }},
    {"bound.latency", "the same for latency that nothing hides", [](R r) { return sensitivity(r, Axis::latency); }},
    {"bound.launch", "the same for the launch itself", [](R r) { return r.profile->shares ? N(r.profile->shares->launch) : std::nullopt; }},
    {"bound.tail", "share of the time lost to idle SMs", [](R r) { const auto tail = metric(r, k_tail); return tail && *tail > 0 ? N(1 - 1 / *tail) : std::nullopt; }},
};
// clang-format on

}  // namespace

bool is_of_meaning(std::string_view fact) {
  return fact.starts_with("meaning.") || fact.starts_with("product.");
}

std::span<const RunFactRow> run_fact_table() {
  static const std::vector<RunFactRow> k_all = [] {
    std::vector<RunFactRow> rows(std::begin(k_run_facts), std::end(k_run_facts));
    for (const RunFactRow& row : gain_table()) rows.push_back(row);
    return rows;
  }();
  return k_all;
}

void add_meaning_facts(const std::optional<std::vector<std::string>>& patterns,
                       const std::vector<std::string>& product_types, Facts& facts) {
  RunKnowledge known;
  known.patterns = patterns;
  known.product_types = product_types;
  for (const RunFactRow& row : k_run_facts) {
    if (!is_of_meaning(row.name)) continue;
    if (const auto value = row.value(known)) facts.insert_or_assign(std::string(row.name), *value);
  }
}

void add_run_facts(const RunKnowledge& run, Facts& facts) {
  for (const RunFactRow& row : run_fact_table()) {
    if (const auto value = row.value(run)) facts.insert_or_assign(std::string(row.name), *value);
  }
}

}  // namespace whet
