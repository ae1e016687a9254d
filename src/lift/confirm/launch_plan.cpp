#include "lift/confirm/launch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace whet::lift {
namespace {

constexpr int64_t k_most_blocks = 65'535;
constexpr uint32_t k_most_threads = 1024;

uint32_t& along(vgpu::Dim3& dim, int axis) {
  return axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z;
}

uint32_t along(const vgpu::Dim3& dim, int axis) {
  return axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z;
}

void note_specials(const std::vector<ptx::Operand>& operands, const std::string& stem, bool (&used)[3]) {
  for (const ptx::Operand& operand : operands) {
    note_specials(operand.elements, stem, used);
    if (operand.kind != ptx::Operand::Kind::special || !operand.name.starts_with(stem)) continue;
    for (int axis = 0; axis < 3; ++axis) used[axis] |= operand.name.back() == "xyz"[axis];
  }
}

// "blockDim.x is 256"
std::optional<uint32_t> assumed_threads(const std::set<std::string>& assumptions, int axis) {
  const std::string head = fmt::format("blockDim.{} is ", "xyz"[axis]);
  for (const std::string& text : assumptions) {
    uint32_t value = 0;
    if (!text.starts_with(head)) continue;
    const auto end = std::from_chars(text.data() + head.size(), text.data() + text.size(), value);
    if (end.ec == std::errc() && value > 0 && value <= k_most_threads) return value;
  }
  return {};
}

std::string dim_text(const vgpu::Dim3& dim) {
  if (dim.z > 1) return fmt::format("{}x{}x{}", dim.x, dim.y, dim.z);
  return dim.y > 1 ? fmt::format("{}x{}", dim.x, dim.y) : std::to_string(dim.x);
}

}  // namespace

LaunchPlanner::LaunchPlanner(const Arena& arena, const Meaning& meaning, const ptx::Module& module,
                             const ptx::Function& kernel)
    : kernel_(kernel) {
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry && function.name != kernel.name) continue;
    for (const ptx::Instruction& code : function.body) {
      note_specials(code.operands, "tid.", uses_thread_);
      note_specials(code.operands, "ctaid.", uses_block_);
      note_specials(code.operands, "nctaid.", uses_grid_);
    }
  }
  for (const Statement& statement : meaning.statements) {
    for (const SpaceIndex& index : statement.space) {
      for (const Expr part : arena.all_parts(index.count)) {
        const int axis = static_cast<int>(arena[part].value) - static_cast<int>(Special::nctaid_x);
        if (arena[part].kind == Kind::special && axis >= 0) has_open_grid_[axis] = true;
      }
    }
  }
  for (int axis = 0; axis < 3; ++axis) fixed_[axis] = assumed_threads(meaning.assumptions, axis);
}

std::vector<vgpu::Dim3> LaunchPlanner::blocks() const {
  const int axes = uses_thread_[0] + uses_thread_[1] + uses_thread_[2];
  const std::vector<std::vector<uint32_t>> shapes[] = {{{}},
                                                       {{64}, {256}, {32}, {128}, {512}},
                                                       {{16, 8}, {16, 16}, {32, 8}, {8, 8}, {32, 32}},
                                                       {{8, 4, 2}, {4, 4, 4}, {8, 8, 8}}};
  std::vector<vgpu::Dim3> found;
  for (const auto& shape : shapes[axes]) {
    vgpu::Dim3 block;
    size_t next = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (uses_thread_[axis]) along(block, axis) = shape[next++];
      if (fixed_[axis]) along(block, axis) = *fixed_[axis];
      if (kernel_.required_threads[axis]) along(block, axis) = *kernel_.required_threads[axis];
    }
    const uint64_t most = kernel_.max_threads[0]
                              ? uint64_t{*kernel_.max_threads[0]} * kernel_.max_threads[1].value_or(1) *
                                    kernel_.max_threads[2].value_or(1)
                              : k_most_threads;
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const vgpu::Dim3& other) {
      return other.x == block.x && other.y == block.y && other.z == block.z;
    });
    if (is_new && block.count() <= most) found.push_back(block);
  }
  return found;
}

std::vector<LaunchPlan> LaunchPlanner::plans(const KnownLaunch& known) const {
  std::vector<LaunchPlan> plans;
  const std::vector<vgpu::Dim3> shapes = known.block ? std::vector{*known.block} : blocks();
  const bool has_open = has_open_grid_[0] || has_open_grid_[1] || has_open_grid_[2];
  const bool may_stride = (uses_grid_[0] || uses_grid_[1] || uses_grid_[2]) && !has_open;
  for (const vgpu::Dim3& block : shapes) {
    if (may_stride) plans.push_back({block, LaunchPlan::Cover::few_blocks});
  }
  for (const vgpu::Dim3& block : shapes) plans.push_back({block, LaunchPlan::Cover::longest});
  if (has_open || uses_block_[0] + uses_block_[1] + uses_block_[2] < 2) return plans;
  for (const vgpu::Dim3& block : shapes) plans.push_back({block, LaunchPlan::Cover::product});
  return plans;
}

uint32_t LaunchPlanner::extent(const LaunchPlan& plan, int axis, int64_t longest, int64_t product, int round) const {
  if (!uses_block_[axis]) return 1;
  if (has_open_grid_[axis]) return static_cast<uint32_t>(3 + 2 * ((round + axis) % 3));
  if (plan.cover == LaunchPlan::Cover::few_blocks && uses_grid_[axis]) return static_cast<uint32_t>(2 + round);
  const auto threads = static_cast<int64_t>(along(plan.block, axis));
  const bool is_alone = uses_block_[0] + uses_block_[1] + uses_block_[2] == 1;
  const bool covers_all = plan.cover == LaunchPlan::Cover::product && axis == 0;
  int64_t blocks = ((covers_all ? product : longest) + threads - 1) / threads;
  if (is_alone) blocks = std::max(longest, (product + threads - 1) / threads);
  return static_cast<uint32_t>(std::clamp<int64_t>(blocks, 1, k_most_blocks));
}

vgpu::Dim3 LaunchPlanner::grid(const LaunchPlan& plan, int64_t longest, int64_t product, int round) const {
  vgpu::Dim3 grid;
  for (int axis = 0; axis < 3; ++axis) along(grid, axis) = extent(plan, axis, longest, product, round);
  return grid;
}

std::string launch_text(const vgpu::Dim3& grid, const vgpu::Dim3& block) {
  return "grid " + dim_text(grid) + ", blocks of " + dim_text(block) + " threads";
}

}  // namespace whet::lift
