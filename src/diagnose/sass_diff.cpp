#include "diagnose/sass_diff.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "compile/code_file.h"

namespace whet {

namespace {

std::map<std::string, int> mnemonics(const KernelCode& code, const std::vector<uint32_t>& indices) {
  std::map<std::string, int> counts;
  for (const uint32_t index : indices) {
    if (code.instructions[index].op_class != OpClass::filler) ++counts[code.instructions[index].mnemonic()];
  }
  return counts;
}

std::vector<MnemonicChange> changes(const std::map<std::string, int>& before, const std::map<std::string, int>& after) {
  std::map<std::string, MnemonicChange> merged;
  for (const auto& [name, count] : before) merged[name].before = count;
  for (const auto& [name, count] : after) merged[name].after = count;
  std::vector<MnemonicChange> result;
  for (auto& [name, change] : merged) {
    change.mnemonic = name;
    if (change.before != change.after) result.push_back(change);
  }
  std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
    return std::abs(a.after - a.before) > std::abs(b.after - b.before);
  });
  return result;
}

// One side of a compared piece of code.
struct Side {
  const KernelCode* code = nullptr;
  std::vector<uint32_t> indices;
  std::string lines;
};

Side whole(const KernelCode& code) {
  Side side{&code, {}, ""};
  for (uint32_t i = 0; i < code.instructions.size(); ++i) side.indices.push_back(i);
  return side;
}

Side loop_side(const KernelCode& code, int loop) {
  return {&code, code.loops[loop].own, lines_text(code.loops[loop].lines)};
}

CodeDiff compare(std::string name, const std::optional<Side>& before, const std::optional<Side>& after) {
  CodeDiff diff;
  diff.name = std::move(name);
  std::map<std::string, int> counts[2];
  const auto measure = [](const std::optional<Side>& side, std::map<std::string, int>& counted, std::string& lines,
                          std::optional<int>& instructions, std::optional<int>& stalls) {
    if (!side) return;
    const InstructionMix mix = mix_of(side->code->instructions, side->indices);
    counted = mnemonics(*side->code, side->indices);
    lines = side->lines;
    instructions = mix.total;
    stalls = mix.stall_cycles;
  };
  measure(before, counts[0], diff.before_lines, diff.instructions.before, diff.stall_cycles.before);
  measure(after, counts[1], diff.after_lines, diff.instructions.after, diff.stall_cycles.after);
  diff.changes = changes(counts[0], counts[1]);
  return diff;
}

// Working loops except the hot one, in address order.
std::vector<int> other_loops(const KernelCode& code) {
  std::vector<int> loops;
  for (size_t i = 0; i < code.loops.size(); ++i) {
    if (static_cast<int>(i) != code.hot_loop && !code.loops[i].is_spin_wait) loops.push_back(static_cast<int>(i));
  }
  return loops;
}

void compare_loops(const KernelCode& before, const KernelCode& after, KernelDiff& diff) {
  const auto side = [](const KernelCode& code, std::optional<int> loop) {
    return loop ? std::optional(loop_side(code, *loop)) : std::nullopt;
  };
  if (before.hot_loop || after.hot_loop) {
    diff.code.push_back(compare("hot loop", side(before, before.hot_loop), side(after, after.hot_loop)));
  }
  const std::vector<int> left = other_loops(before), right = other_loops(after);
  for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const auto at = [&](const std::vector<int>& loops) {
      return i < loops.size() ? std::optional(loops[i]) : std::nullopt;
    };
    diff.code.push_back(compare("loop " + std::to_string(i + 1), side(before, at(left)), side(after, at(right))));
  }
}

}  // namespace

std::optional<size_t> find_counterpart(const CubinFunction& kernel, const std::vector<const CubinFunction*>& others) {
  const auto find = [&](auto same) -> std::optional<size_t> {
    for (size_t i = 0; i < others.size(); ++i) {
      if (same(*others[i])) return i;
    }
    return std::nullopt;
  };
  if (const auto exact = find([&](const CubinFunction& other) { return other.name == kernel.name; })) return exact;
  if (const auto plain = find([&](const CubinFunction& other) { return plain_name(other) == plain_name(kernel); }))
    return plain;
  return others.size() == 1 ? std::optional<size_t>(0) : std::nullopt;
}

std::string lines_text(const std::vector<SourceRange>& lines) {
  if (lines.empty()) return "";
  const SourceRange& range = lines.front();
  const std::string file = range.file.substr(range.file.rfind('/') + 1);
  const std::string first = file + ":" + std::to_string(range.first_line);
  return range.first_line == range.last_line ? first : first + "-" + std::to_string(range.last_line);
}

KernelDiff diff_kernels(const FunctionCode& before, const FunctionCode& after) {
  KernelDiff diff;
  const auto change = [](auto a, auto b) { return Change{std::optional<int>(a), std::optional<int>(b)}; };
  diff.before_name = before.function->signature;
  diff.after_name = after.function->signature;
  diff.registers = {before.function->registers, after.function->registers};
  diff.stack_bytes = change(before.function->stack_bytes, after.function->stack_bytes);
  diff.shared_bytes = change(before.function->static_shared_bytes, after.function->static_shared_bytes);
  diff.spill_loads = change(before.code->spill_loads, after.code->spill_loads);
  diff.spill_stores = change(before.code->spill_stores, after.code->spill_stores);
  diff.loops = change(static_cast<int>(before.code->loops.size()), static_cast<int>(after.code->loops.size()));
  diff.code.push_back(compare("whole kernel", whole(*before.code), whole(*after.code)));
  compare_loops(*before.code, *after.code, diff);
  return diff;
}

}  // namespace whet
