// Starts from "all registers uniform, all blocks convergent" and removes what a varying register affects, until nothing
// changes:
//
//   mov.u32 %r1, %tid.x           %r1 varies
//   setp.lt.u32 %p1, %r1, %r9     so %p1 varies
//   @%p1 bra L                    so the blocks up to the meeting point are not convergent
//   add.s32 %r2, %r2, 1           so %r2, written there and elsewhere, varies
#include "ptx/flow/uniformity.h"

#include "ptx/flow/divergence.h"
#include "ptx/flow/lasting_division.h"
#include "ptx/flow/liveness.h"
#include "ptx/flow/result_kind.h"

namespace whet::ptx {

namespace {

class Analysis {
 public:
  Analysis(const Function& function, const FlowGraph& graph)
      : function_(function),
        graph_(graph),
        liveness_(function, graph),
        meetings_(function, graph),
        writers_(function.registers.size()),
        readers_(function.registers.size()),
        steady_(function.registers.size(), false) {
    result_.registers.assign(function.registers.size(), true);
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) result_.convergent_blocks.push_back(!meetings_.only_leaves(b));
    divided_.assign(graph.blocks.size(), false);
  }

  Uniformity run() {
    for (uint32_t i = 0; i < function_.body.size(); ++i) index(i);
    find_steady();
    for (uint32_t reg = 0; reg < function_.registers.size(); ++reg) {
      const bool too_wide = bytes_of(function_.registers[reg].type) > 8;
      if (too_wide || any_writer_varies(reg)) make_varying(reg);
    }
    propagate();
    result_.any_order = may_stay_divided(function_, graph_, result_);
    if (result_.any_order) keep_steady_only();
    return std::move(result_);
  }

 private:
  void index(uint32_t i) {
    kinds_.push_back(result_kind(function_.body[i], function_));
    for (const uint32_t reg : liveness_.use(i).writes) writers_[reg].push_back(i);
    for (const uint32_t reg : liveness_.use(i).reads) readers_[reg].push_back(i);
  }

  bool any_writer_varies(uint32_t reg) const {
    for (const uint32_t i : writers_[reg]) {
      if (kinds_[i] == ResultKind::varying) return true;
    }
    return false;
  }

  bool written_once_and_pure(uint32_t reg) const {
    if (writers_[reg].size() != 1) return false;
    const uint32_t i = writers_[reg][0];
    return kinds_[i] == ResultKind::pure && function_.body[i].guard == k_none;
  }

  // A register is steady when its only write always computes the same value: from constants and steady registers. The
  // set grows from the empty one, so that `add %r1, %r1, 1` is not steady.
  void find_steady() {
    std::vector<uint32_t> open;
    for (uint32_t reg = 0; reg < function_.registers.size(); ++reg) open.push_back(reg);
    while (!open.empty()) {
      const uint32_t reg = open.back();
      open.pop_back();
      if (steady_[reg] || !written_once_and_pure(reg) || !reads_steady(writers_[reg][0])) continue;
      steady_[reg] = true;
      for (const uint32_t i : readers_[reg]) {
        const auto& writes = liveness_.use(i).writes;
        open.insert(open.end(), writes.begin(), writes.end());
      }
    }
  }

  bool reads_steady(uint32_t i) const {
    for (const uint32_t reg : liveness_.use(i).reads) {
      if (!steady_[reg]) return false;
    }
    return true;
  }

  void make_varying(uint32_t reg) {
    if (!result_.registers[reg]) return;
    result_.registers[reg] = false;
    open_.push_back(reg);
  }

  // Keeps only what is correct for any order of the lanes.
  void keep_steady_only() {
    for (uint32_t reg = 0; reg < function_.registers.size(); ++reg) {
      if (!steady_[reg]) make_varying(reg);
    }
    propagate();
    result_.convergent_blocks.assign(graph_.blocks.size(), false);
  }

  // Propagates to results computed from a varying register, and to registers written together with it: {%r1, %r2}.
  void propagate() {
    while (!open_.empty()) {
      const uint32_t reg = open_.back();
      open_.pop_back();
      for (const uint32_t i : writers_[reg]) make_writes_varying(i);
      for (const uint32_t i : readers_[reg]) {
        make_writes_varying(i);
        const std::string& opcode = function_.body[i].opcode;
        if (opcode == "bra" || opcode == "brx") divide_after(graph_.block_of[i]);
      }
    }
  }

  void make_writes_varying(uint32_t instruction) {
    for (const uint32_t reg : liveness_.use(instruction).writes) make_varying(reg);
  }

  void divide_after(uint32_t block) {
    if (divided_[block] || graph_.blocks[block].successors.size() < 2) return;
    divided_[block] = true;
    for (const uint32_t b : meetings_.divided_after(block)) {
      if (!result_.convergent_blocks[b]) continue;
      result_.convergent_blocks[b] = false;
      newly_divided_.push_back(b);
    }
    for (const uint32_t b : newly_divided_) check_writes_in(b);
    newly_divided_.clear();
  }

  void check_writes_in(uint32_t block) {
    for (uint32_t i = graph_.blocks[block].first; i < graph_.blocks[block].end; ++i) {
      for (const uint32_t reg : liveness_.use(i).writes) {
        if (!steady_[reg] && !is_passing(reg)) make_varying(reg);
      }
    }
  }

  // Whether a register written while lanes are divided is dead before they meet. Then all lanes that write it between
  // two meetings write the same value, because its inputs change only at meetings.
  bool is_passing(uint32_t reg) const {
    if (!written_once_and_pure(reg)) return false;
    if (liveness_.is_live_in(reg, 0)) return false;
    for (uint32_t b = 0; b < graph_.blocks.size(); ++b) {
      if (result_.convergent_blocks[b] && liveness_.is_live_in(reg, b)) return false;
    }
    return true;
  }

  const Function& function_;
  const FlowGraph& graph_;
  const Liveness liveness_;
  const MeetingPoints meetings_;
  std::vector<ResultKind> kinds_;                         // per instruction
  std::vector<std::vector<uint32_t>> writers_, readers_;  // per register: instructions
  std::vector<bool> steady_;
  std::vector<bool> divided_;  // per block: lanes may diverge at its end
  std::vector<uint32_t> open_, newly_divided_;
  Uniformity result_;
};

}  // namespace

Uniformity analyse_uniformity(const Function& function, const FlowGraph& graph) {
  if (function.is_entry && !graph.blocks.empty()) return Analysis(function, graph).run();
  return {std::vector<bool>(function.registers.size(), false), std::vector<bool>(graph.blocks.size(), false), true};
}

}  // namespace whet::ptx
