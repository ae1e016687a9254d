#include "vgpu/time/warp_path.h"

#include <algorithm>
#include <array>

namespace whet::vgpu {

namespace {

enum class Wait : uint8_t { none, shared, global, brief };

// Latencies assumed on the walk; its results are multiples of them. A store reads its operands long before it is done.
constexpr double k_latency[] = {0, 30, 0, 25};
constexpr double k_l1_latency = 38, k_l2_latency = 270, k_dram_latency = 650;
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

// DEPBAR.LE SB0, 0x0 waits for everything that signals the scoreboard. With a count it leaves groups in flight and
// waits only for older ones, which are assumed to be done.
uint8_t drained(const Instruction& in) {
  const bool counts_down = in.low >> 47 & 1, to_zero = (in.low >> 38 & 63) == 0;
  return in.name == "DEPBAR" && counts_down && to_zero ? static_cast<uint8_t>(1u << (in.low >> 44 & 7)) : 0;
}

// A fence waits until L2 has acknowledged the stores before it: half the latency of a busy L2.
constexpr double k_fence_share = 0.5;
bool is_far_fence(const Instruction& in) {
  return in.name == "MEMBAR" && (in.modifiers.contains(".GPU") || in.modifiers.contains(".SYS"));
}

struct Scoreboard {
  double ready = 0, latency = 0;
  Wait wait = Wait::none;
  LoadMix mix;
};

double latency_of(const LoadMix& mix) {
  return mix.l1 * k_l1_latency + mix.l2 * k_l2_latency + mix.dram * k_dram_latency;
}

class Walker {
 public:
  explicit Walker(const std::vector<LoadMix>& mixes) : mixes_(mixes) {}

  void pass(const KernelCode& code, const BasicBlock& block, std::vector<WarpPath>& paths) {
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
      paths[i] = {};
      issue(code.instructions[i], mixes_[i], paths[i]);
    }
  }

 private:
  void issue(const Instruction& in, const LoadMix& mix, WarpPath& path) {
    wait_for(in, path);
    if (in.op_class == OpClass::async_copy) copied_ = mix;
    if (in.name == "BAR") path.barriers += 1;
    if (is_far_fence(in)) {
      path.global.l2 += k_fence_share;
      now_ += k_fence_share * k_l2_latency;
    }
    const double stall = std::max<double>(1, in.control.stall);
    if (in.control.write_barrier) {
      const Wait wait = wait_of(in);
      const LoadMix& from = in.name == "LDGDEPBAR" ? copied_ : mix;
      const double cycles = wait == Wait::global ? latency_of(from) : k_latency[static_cast<int>(wait)];
      set(*in.control.write_barrier, {now_ + cycles, cycles, wait, from});
    }
    if (in.control.read_barrier) {
      set(*in.control.read_barrier, {now_ + k_read_cycles, k_latency[static_cast<int>(Wait::brief)], Wait::brief, {}});
    }
    path.stalls += stall;
    now_ += stall;
  }

  void set(uint8_t index, const Scoreboard& wanted) {
    if (index < k_scoreboards && wanted.ready >= boards_[index].ready) boards_[index] = wanted;
  }

  void wait_for(const Instruction& in, WarpPath& path) {
    const unsigned waits = in.control.wait_mask | drained(in);
    for (int i = 0; i < k_scoreboards; ++i) {
      Scoreboard& board = boards_[static_cast<size_t>(i)];
      if (!(waits >> i & 1) || board.ready <= now_) continue;
      add_wait(board, (board.ready - now_) / board.latency, path);
      now_ = board.ready;
    }
  }

  static void add_wait(const Scoreboard& board, double share, WarpPath& path) {
    if (board.wait == Wait::shared) path.shared += share;
    if (board.wait == Wait::brief) path.brief += share;
    if (board.wait != Wait::global) return;
    path.global.l1 += share * board.mix.l1;
    path.global.l2 += share * board.mix.l2;
    path.global.dram += share * board.mix.dram;
  }

  const std::vector<LoadMix>& mixes_;
  double now_ = 0;
  std::array<Scoreboard, k_scoreboards> boards_{};
  LoadMix copied_{.l2 = 1};  // where the last asynchronous copy comes from
};

}  // namespace

std::vector<WarpPath> instruction_paths(const KernelCode& code, const std::vector<LoadMix>& mixes) {
  const auto& blocks = code.flow.blocks;
  std::vector<WarpPath> paths(code.instructions.size());
  Walker walker(mixes);
  for (const BasicBlock& block : blocks) walker.pass(code, block, paths);
  // Walks each loop twice: the second pass is like all later ones. Inner loops come last and overwrite outer ones.
  for (const LoopCode& loop : code.loops) {
    Walker inside(mixes);
    for (int round = 0; round < 2; ++round) {
      for (const int b : loop.loop.blocks) inside.pass(code, blocks[static_cast<size_t>(b)], paths);
    }
  }
  return paths;
}

std::vector<WarpPath> block_paths(const KernelCode& code, const std::vector<LoadMix>& mixes) {
  const std::vector<WarpPath> each = instruction_paths(code, mixes);
  std::vector<WarpPath> paths;
  for (const BasicBlock& block : code.flow.blocks) {
    WarpPath& path = paths.emplace_back();
    for (uint32_t i = block.first; i < block.first + block.count; ++i) path.add(each[i], 1);
  }
  return paths;
}

}  // namespace whet::vgpu
