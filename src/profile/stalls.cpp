#include "profile/stalls.h"

namespace whet {

namespace {

constexpr std::string_view k_stalled = "smsp__average_warps_issue_stalled_", k_per_issue = "_per_issue_active.ratio";

struct StallWords {
  std::string_view reason, meaning;
};
constexpr StallWords k_meanings[] = {
    {"barrier", "block barriers"},
    {"branch_resolving", "branches"},
    {"dispatch_stall", "dispatch"},
    {"drain", "stores at the end"},
    {"gmma", "tensor cores"},
    {"imc_miss", "constants"},
    {"lg_throttle", "queue of global memory"},
    {"long_scoreboard", "global or local memory"},
    {"math_pipe_throttle", "arithmetic pipes"},
    {"membar", "memory fences"},
    {"mio_throttle", "queue of shared memory"},
    {"no_instruction", "instructions"},
    {"not_selected", "another warp issued"},
    {"selected", "issuing"},
    {"short_scoreboard", "shared memory"},
    {"sleeping", "sleep"},
    {"tex_throttle", "queue of textures"},
    {"wait", "fixed latencies"},
};

}  // namespace

double sum_of(const Stalls& stalls) {
  double sum = 0;
  for (const auto& [reason, share] : stalls) sum += share;
  return sum;
}

std::string_view stall_meaning(std::string_view reason) {
  for (const StallWords& each : k_meanings) {
    if (each.reason == reason) return each.meaning;
  }
  return reason;
}

Stalls stalls_of(const MetricSet& metrics) {
  Stalls stalls;
  for (const auto& [name, metric] : metrics.all()) {
    if (!name.starts_with(k_stalled) || !name.ends_with(k_per_issue) || metric.value <= 0) continue;
    stalls[name.substr(k_stalled.size(), name.size() - k_stalled.size() - k_per_issue.size())] = metric.value;
  }
  const double sum = sum_of(stalls);
  for (auto& [reason, share] : stalls) share /= sum;
  return stalls;
}

Stalls stall_cycles(const vgpu::InstructionWaits& waits) {
  Stalls stalls;
  const std::pair<const char*, double> parts[] = {{"wait", waits.issue},
                                                  {"long_scoreboard", waits.global},
                                                  {"short_scoreboard", waits.shared},
                                                  {"math_pipe_throttle", waits.brief},
                                                  {"barrier", waits.barriers}};
  for (const auto& [reason, cycles] : parts) {
    if (cycles > 0) stalls[reason] = cycles;
  }
  return stalls;
}

std::string_view stall_of_part(std::string_view latency_part) {
  constexpr std::pair<std::string_view, std::string_view> k_names[] = {{"issue", "wait"},
                                                                       {"global memory", "long_scoreboard"},
                                                                       {"shared memory", "short_scoreboard"},
                                                                       {"short waits", "math_pipe_throttle"},
                                                                       {"barriers", "barrier"}};
  for (const auto& [part, reason] : k_names) {
    if (part == latency_part) return reason;
  }
  return {};
}

}  // namespace whet
