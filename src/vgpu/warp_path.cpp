#include "vgpu/warp_path.h"

#include <algorithm>
#include <array>

namespace whet::vgpu {

namespace {

enum class Wait : uint8_t { none, shared, global, brief };

// Cycles assumed while walking; what comes out is counted in multiples of them. Operands of a store are read long
// before it is done.
constexpr double k_latency[] = {0, 30, 500, 25};
constexpr double k_read_cycles = 15;
constexpr int k_scoreboards = 6;

Wait wait_of(const Instruction& in) {
  switch (in.op_class) {
    case OpClass::load_shared:
    case OpClass::matrix_load:
      return Wait::shared;
    case OpClass::load_global:
    case OpClass::load_generic:
    case OpClass::load_local:
    case OpClass::async_copy:
    case OpClass::texture:
      return Wait::global;
    case OpClass::atomic:
      return in.name == "ATOMS" ? Wait::shared : Wait::global;
    default:
      return in.name == "LDGDEPBAR" ? Wait::global : Wait::brief;
  }
}

struct Scoreboard {
  double ready = 0;
  Wait wait = Wait::none;
};

class Walker {
 public:
  WarpPath pass(const KernelCode& code, const BasicBlock& block) {
    WarpPath path;
    for (uint32_t i = block.first; i < block.first + block.count; ++i) issue(code.instructions[i], path);
    return path;
  }

 private:
  void issue(const Instruction& in, WarpPath& path) {
    wait_for(in, path);
    if (in.name == "BAR") path.barriers += 1;
    const double stall = std::max<double>(1, in.control.stall);
    if (in.control.write_barrier) set(*in.control.write_barrier, wait_of(in), k_latency[static_cast<int>(wait_of(in))]);
    if (in.control.read_barrier) set(*in.control.read_barrier, Wait::brief, k_read_cycles);
    path.stalls += stall;
    now_ += stall;
  }

  void set(uint8_t index, Wait wait, double cycles) {
    if (index >= k_scoreboards) return;
    Scoreboard& board = boards_[index];
    if (now_ + cycles >= board.ready) board = {now_ + cycles, wait};
  }

  // DEPBAR.LE with a count leaves groups in flight and waits only for older ones: taken as covered.
  void wait_for(const Instruction& in, WarpPath& path) {
    for (int i = 0; i < k_scoreboards; ++i) {
      Scoreboard& board = boards_[static_cast<size_t>(i)];
      if (!(in.control.wait_mask >> i & 1) || board.ready <= now_) continue;
      const double share = (board.ready - now_) / k_latency[static_cast<int>(board.wait)];
      (board.wait == Wait::shared ? path.shared : board.wait == Wait::global ? path.global : path.brief) += share;
      now_ = board.ready;
    }
  }

  double now_ = 0;
  std::array<Scoreboard, k_scoreboards> boards_{};
};

}  // namespace

std::vector<WarpPath> block_paths(const KernelCode& code) {
  const auto& blocks = code.flow.blocks;
  std::vector<WarpPath> paths(blocks.size());
  Walker walker;
  for (size_t b = 0; b < blocks.size(); ++b) paths[b] = walker.pass(code, blocks[b]);
  // Loops again, twice round: the second time is what every further pass is like. Inner ones come last and win.
  for (const LoopCode& loop : code.loops) {
    Walker inside;
    for (int round = 0; round < 2; ++round) {
      for (const int b : loop.loop.blocks)
        paths[static_cast<size_t>(b)] = inside.pass(code, blocks[static_cast<size_t>(b)]);
    }
  }
  return paths;
}

}  // namespace whet::vgpu
