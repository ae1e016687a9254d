#include "binary/analysis/kernel_code.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "binary/sass/sass.h"

namespace whet {

namespace {

constexpr uint8_t k_stack_pointer = 1;    // R1
constexpr double k_iterations_guess = 8;  // assumed iterations of an inner loop per iteration of its parent

// Estimates the work of one pass over these instructions. A tensor instruction counts 16, for the many instructions it
// replaces; integer instructions count 1/4, so that a remainder loop full of address arithmetic does not outrank the
// main loop.
double work_of(const InstructionMix& mix) {
  const int memory = mix.count(OpClass::load_global) + mix.count(OpClass::store_global) +
                     mix.count(OpClass::load_shared) + mix.count(OpClass::store_shared) +
                     mix.count(OpClass::matrix_load) + mix.count(OpClass::async_copy) + mix.count(OpClass::atomic) +
                     mix.count(OpClass::texture) + mix.count(OpClass::load_generic) + mix.count(OpClass::store_generic);
  return 16.0 * mix.count(OpClass::tensor) + mix.math() + memory + 0.25 * mix.count(OpClass::integer);
}

bool is_spin_wait(const InstructionMix& mix) {
  const bool polls = mix.count("SYNCS") > 0 || mix.count("NANOSLEEP") > 0 || mix.count("ELECT") > 0;
  return polls && mix.math() == 0 && mix.total <= 16;
}

std::optional<int> hottest(const std::vector<LoopCode>& loops) {
  std::optional<int> best;
  double best_work = 0;
  for (size_t i = 0; i < loops.size(); ++i) {
    if (loops[i].is_spin_wait) continue;
    const double work = work_of(loops[i].mix) * std::pow(k_iterations_guess, loops[i].loop.depth - 1);
    if (work > best_work) {
      best_work = work;
      best = static_cast<int>(i);
    }
  }
  return best;
}

bool in_subroutine(uint32_t offset, const std::vector<Subroutine>& subroutines) {
  return std::any_of(subroutines.begin(), subroutines.end(), [&](const Subroutine& subroutine) {
    return offset >= subroutine.offset && offset - subroutine.offset < subroutine.bytes;
  });
}

void count_local_accesses(KernelCode& code) {
  for (const Instruction& instruction : code.instructions) {
    const bool load = instruction.op_class == OpClass::load_local;
    if (!load && instruction.op_class != OpClass::store_local) continue;
    const auto address_register = static_cast<uint8_t>(instruction.low >> 24);
    if (address_register != k_stack_pointer)
      ++code.indexed_local_accesses;
    else
      ++(load ? code.spill_loads : code.spill_stores);
  }
}

LoopCode analyse_loop(const Loop& loop, const std::vector<Loop>& loops, const KernelCode& code, const LineMap& lines) {
  LoopCode result;
  result.loop = loop;
  result.all = loop_instructions(loop, loops, code.flow, /*own=*/false);
  result.own = loop_instructions(loop, loops, code.flow, /*own=*/true);
  result.mix = mix_of(code.instructions, result.own);
  result.schedule = schedule_of(code.instructions, result.all);
  result.is_spin_wait = is_spin_wait(result.mix);
  result.lines = source_ranges(code.instructions, result.own, lines);
  return result;
}

}  // namespace

Result<KernelCode> analyse_function(const CubinFunction& function, Architecture architecture) {
  KernelCode code;
  TRY(instructions, decode_function(function.code, architecture));
  code.instructions = std::move(instructions);
  code.flow = build_control_flow(code.instructions, function);
  const std::vector<Loop> loops = find_loops(code.flow);
  for (const Loop& loop : loops) code.loops.push_back(analyse_loop(loop, loops, code, function.lines));
  code.hot_loop = hottest(code.loops);

  std::vector<uint32_t> body;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const bool reachable = code.flow.reachable[code.flow.block_of(i)];
    if (reachable && !in_subroutine(code.instructions[i].offset, function.subroutines)) body.push_back(i);
  }
  code.mix = mix_of(code.instructions);
  code.body_mix = mix_of(code.instructions, body);
  code.schedule = schedule_of(code.instructions, body);
  count_local_accesses(code);
  return code;
}

std::vector<SourceRange> source_ranges(const std::vector<Instruction>& instructions,
                                       const std::vector<uint32_t>& indices, const LineMap& lines) {
  struct Seen {
    int count = 0;
    uint32_t first = UINT32_MAX, last = 0;
  };
  std::map<uint32_t, Seen> by_file;
  for (const uint32_t index : indices) {
    const LineEntry* entry = lines.source_at(instructions[index].offset);
    if (!entry || entry->line == 0) continue;
    Seen& seen = by_file[entry->file];
    ++seen.count;
    seen.first = std::min(seen.first, entry->line);
    seen.last = std::max(seen.last, entry->line);
  }
  std::vector<std::pair<uint32_t, Seen>> ordered(by_file.begin(), by_file.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
  std::vector<SourceRange> ranges;
  for (const auto& [file, seen] : ordered) {
    if (file < lines.files.size()) ranges.push_back({lines.files[file], seen.first, seen.last});
  }
  return ranges;
}

}  // namespace whet
