#include "ptx/flow/spin_loops.h"

#include <algorithm>
#include <set>

namespace whet::ptx {

namespace {

using RegisterSet = std::set<uint32_t>;

bool any_modifier(const Instruction& in, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return in.has(word); });
}

// Reads memory that other blocks can write.
bool reads_shared_state(const Instruction& in) {
  if (in.operands.size() < 2 || in.operands[1].kind != Operand::Kind::address) return false;
  if (any_modifier(in, {"param", "param::entry", "param::func", "const", "local", "shared", "shared::cta",
                        "shared::cluster", "nc"}))
    return false;
  return in.opcode == "ld" || in.opcode == "atom";
}

bool asks_for_others(const Instruction& in) {
  return in.opcode == "ld" && any_modifier(in, {"volatile", "acquire", "relaxed", "mmio", "cv"});
}

bool meets(const std::vector<uint32_t>& registers, const RegisterSet& set) {
  return std::any_of(registers.begin(), registers.end(), [&](uint32_t r) { return set.contains(r); });
}

// The text from the target of a backward branch to the branch.
class LoopText {
 public:
  LoopText(const Function& function, uint32_t first, uint32_t end) : function_(function), first_(first), end_(end) {
    for (uint32_t i = first; i < end; ++i) uses_.push_back(register_use(function.body[i]));
    find_changing();
  }

  bool spins(uint32_t instruction) const {
    if (instruction < first_ || instruction >= end_) return false;
    const Instruction& in = function_.body[instruction];
    if (asks_for_others(in)) return true;
    return !moves(in) && decides(use(instruction).writes, in.opcode == "ld");
  }

 private:
  const RegisterUse& use(uint32_t instruction) const { return uses_[instruction - first_]; }

  void spread(RegisterSet& set) const {
    for (bool grows = true; grows;) {
      const size_t before = set.size();
      for (const RegisterUse& each : uses_) {
        if (meets(each.reads, set)) set.insert(each.writes.begin(), each.writes.end());
      }
      grows = set.size() > before;
    }
  }

  // The address of a load or an atomic differs from one time round to the next.
  bool moves(const Instruction& in) const {
    const Operand& address = in.operands[1];
    return address.base_kind == Operand::Kind::reg && changing_.contains(address.index);
  }

  // What may differ from one time round to the next: what comes from memory, from before, or from several places.
  void find_changing() {
    RegisterSet written;
    for (uint32_t i = first_; i < end_; ++i) {
      const Instruction& in = function_.body[i];
      const bool fresh = in.opcode == "ld" || in.opcode == "atom" || in.opcode == "call" || in.opcode == "shfl";
      for (const uint32_t r : use(i).writes) {
        const bool from_itself = meets(use(i).reads, {r});
        if (fresh || from_itself || !written.insert(r).second) changing_.insert(r);
      }
    }
    spread(changing_);
  }

  // Whether a branch that may leave the loop depends on these values. `alone`: and on nothing that makes progress, as
  // `j < end[row]` does, where `end[row]` may be read again each time round.
  bool decides(const std::vector<uint32_t>& values, bool alone) const {
    RegisterSet derived(values.begin(), values.end());
    spread(derived);
    for (uint32_t i = first_; i < end_; ++i) {
      const Instruction& in = function_.body[i];
      const bool leaves = in.opcode == "bra" || in.opcode == "exit" || in.opcode == "ret";
      if (leaves && in.guard != k_none && derived.contains(in.guard) && !(alone && makes_progress(in.guard)))
        return true;
    }
    return false;
  }

  // Whether the register depends on something that the loop counts up, or reads from places that differ.
  bool makes_progress(uint32_t guard) const {
    RegisterSet sources{guard};
    for (bool grows = true; grows;) {
      const size_t before = sources.size();
      for (uint32_t i = first_; i < end_; ++i) {
        if (!meets(use(i).writes, sources)) continue;
        const Instruction& in = function_.body[i];
        const bool counts = meets(use(i).reads, RegisterSet(use(i).writes.begin(), use(i).writes.end()));
        if (counts || (in.opcode == "ld" && reads_shared_state(in) && moves(in))) return true;
        sources.insert(use(i).reads.begin(), use(i).reads.end());
      }
      grows = sources.size() > before;
    }
    return false;
  }

  const Function& function_;
  uint32_t first_, end_;
  std::vector<RegisterUse> uses_;
  RegisterSet changing_;
};

}  // namespace

std::vector<bool> spinning_reads(const Function& function, const FlowGraph& graph) {
  std::vector<bool> found(function.body.size());
  std::vector<uint32_t> reads;
  for (uint32_t i = 0; i < function.body.size(); ++i) {
    if (!reads_shared_state(function.body[i])) continue;
    reads.push_back(i);
    found[i] = !function.is_entry && asks_for_others(function.body[i]);
  }
  if (reads.empty()) return found;
  for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
    for (const uint32_t head : graph.blocks[b].successors) {
      const uint32_t first = graph.blocks[head].first, end = graph.blocks[b].end;
      const auto inside = [&](uint32_t i) { return i >= first && i < end && !found[i]; };
      if (head > b || std::none_of(reads.begin(), reads.end(), inside)) continue;
      const LoopText loop(function, first, end);
      for (const uint32_t i : reads) found[i] = found[i] || loop.spins(i);
    }
  }
  return found;
}

}  // namespace whet::ptx
