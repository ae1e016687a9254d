#include "lift/confirm/launch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "lift/confirm/reached_code.h"
#include "lift/confirm/trial_sizes.h"

namespace whet::lift {
namespace {

constexpr int64_t k_most_blocks = 4096;
constexpr uint32_t k_most_threads = 1024;
constexpr uint32_t k_warp = 32;
constexpr uint32_t k_sharing_threads = 4 * k_warp;  // so that a tree in shared memory has several steps

uint32_t& along(vgpu::Dim3& dim, int axis) {
  return axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z;
}

uint32_t along(const vgpu::Dim3& dim, int axis) {
  return axis == 0 ? dim.x : axis == 1 ? dim.y : dim.z;
}

void note_specials(const std::vector<ptx::Operand>& operands, const std::string& stem, bool (&used)[3]) {
  for (const ptx::Operand& operand : operands) {
    note_specials(operand.elements, stem, used);
    if (operand.kind != ptx::Operand::Kind::special) continue;
    if (stem == "tid." && (operand.name == "laneid" || operand.name == "warpid")) used[0] = true;
    if (!operand.name.starts_with(stem)) continue;
    for (int axis = 0; axis < 3; ++axis) used[axis] |= operand.name.back() == "xyz"[axis];
  }
}

std::set<std::string> shared_variables(const ptx::Module& module, const std::vector<const ptx::Function*>& functions) {
  std::set<std::string> names;
  const auto note = [&](const std::vector<ptx::Variable>& variables) {
    for (const ptx::Variable& variable : variables) {
      if (variable.space == ptx::Space::shared) names.insert(variable.name);
    }
  };
  note(module.variables);
  for (const ptx::Function* function : functions) note(function->variables);
  return names;
}

bool names_shared(const std::vector<ptx::Operand>& operands, const std::set<std::string>& shared) {
  return std::any_of(operands.begin(), operands.end(), [&](const ptx::Operand& operand) {
    return shared.contains(operand.name) || names_shared(operand.elements, shared);
  });
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
  const std::set<std::string> shared_names = shared_variables(module, reached_functions(module, kernel));
  for (const ptx::Function* function : reached_functions(module, kernel)) {
    note_products(*function);
    for (const ptx::Instruction& code : function->body) {
      note_specials(code.operands, "tid.", uses_thread_);
      shares_ |= names_shared(code.operands, shared_names);
      exchanges_ |= code.opcode == "shfl" || code.opcode == "vote" || code.opcode == "redux";
      note_specials(code.operands, "ctaid.", uses_block_);
    }
  }
  for (const Statement& statement : meaning.statements) {
    updates_ |= statement.update && !statement.space.empty() && arena.reductions(statement.value) > 0;
    for (const SpaceIndex& index : statement.space) {
      for (const Expr part : arena.all_parts(index.count)) {
        const int axis = static_cast<int>(arena[part].value) - static_cast<int>(Special::nctaid_x);
        if (arena[part].kind == Kind::special && axis >= 0) has_open_grid_[axis] = true;
      }
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    fixed_[axis] = assumed_threads(meaning.assumptions, axis);
    if (axis > 0 && fixed_[axis] == 1u) uses_thread_[axis] = false;
    if (meaning.assumptions.contains(fmt::format("gridDim.{} is 1", "xyz"[axis]))) uses_block_[axis] = false;
  }
}

// Registers that hold ctaid, ntid or nctaid, and products of two of them.
void LaunchPlanner::note_products(const ptx::Function& function) {
  std::map<uint32_t, std::string> held;
  const auto text_of = [&](const ptx::Operand& operand) -> std::string {
    if (operand.kind == ptx::Operand::Kind::special) return operand.name;
    const auto at = operand.kind == ptx::Operand::Kind::reg ? held.find(operand.index) : held.end();
    return at == held.end() ? "" : at->second;
  };
  for (const ptx::Instruction& code : function.body) {
    const bool copies = code.opcode == "mov" || code.opcode == "cvt";
    if (copies && code.operands.size() == 2 && code.operands[0].kind == ptx::Operand::Kind::reg) {
      held[code.operands[0].index] = text_of(code.operands[1]);
    }
    if ((code.opcode != "mul" && code.opcode != "mad") || code.operands.size() < 3) continue;
    const std::string a = text_of(code.operands[1]), b = text_of(code.operands[2]);
    for (int axis = 0; axis < 3; ++axis) {
      const std::string end = {'.', "xyz"[axis]};
      const auto are = [&](const std::string& x, const std::string& y) {
        return (a == x + end && b == y + end) || (a == y + end && b == x + end);
      };
      counts_threads_[axis] |= are("ctaid", "ntid");
      strides_[axis] |= are("nctaid", "ntid");
    }
  }
}

std::vector<vgpu::Dim3> LaunchPlanner::blocks() const {
  const int axes = uses_thread_[0] + uses_thread_[1] + uses_thread_[2];
  const std::vector<std::vector<uint32_t>> shapes[] = {{{}},
                                                       {{64}, {256}, {32}, {128}, {512}},
                                                       {{16, 8}, {16, 16}, {32, 8}, {8, 8}, {32, 32}},
                                                       {{8, 4, 2}, {4, 4, 4}, {8, 8, 8}}};
  // Few threads, so that a kernel that strides has to; no others, with which it need not.
  const std::vector<std::vector<uint32_t>> small[] = {{{}}, {{32}}, {{8, 4}}, {{4, 2, 2}}};
  const bool has_to_stride = (strides_[0] || strides_[1] || strides_[2]) && !shares_ && !exchanges_;
  std::vector<vgpu::Dim3> found;
  for (const auto& shape : has_to_stride ? small[axes] : shapes[axes]) {
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
  const int axes = uses_block_[0] + uses_block_[1] + uses_block_[2];
  const auto add = [&](LaunchPlan::Cover cover) {
    for (const vgpu::Dim3& block : shapes) plans.push_back({block, cover});
  };
  add(LaunchPlan::Cover::longest);
  if (!has_open && axes > 1) add(LaunchPlan::Cover::product);
  if (!has_open && axes == 1 && counts_threads_[0] && exchanges_) add(LaunchPlan::Cover::warps);
  if (!has_open && axes == 1 && !counts_threads_[0] && !strides_[0]) add(LaunchPlan::Cover::blocks);
  bool has_counted = false;
  for (int axis = 0; axis < 3; ++axis) has_counted |= counts_blocks(axis);
  if (!has_open && axes > 1 && has_counted) add(LaunchPlan::Cover::counted);
  if (!has_open && updates_) add(LaunchPlan::Cover::updates);
  if (axes > 1) add(LaunchPlan::Cover::whole);
  if (!has_open && axes > 1) add(LaunchPlan::Cover::pairs);
  bool has_indices = false;  // a guarded number of the block beside guarded threads
  for (int axis = 0; axis < 3; ++axis) has_indices |= uses_block_[axis] && !counts_threads_[axis];
  if (!has_open && axes > 1 && has_indices) add(LaunchPlan::Cover::indices);
  // blockIdx.x*(blockDim.x/32) + threadIdx.x/32 beside another axis
  if (axes > 1 && exchanges_ && uses_thread_[0] && uses_block_[0] && !strides_[0]) add(LaunchPlan::Cover::warps);
  const auto hides_races = [&](const LaunchPlan& plan) { return shares_ && plan.block.count() < k_sharing_threads; };
  if (!std::all_of(plans.begin(), plans.end(), hides_races)) std::erase_if(plans, hides_races);
  return plans;
}

uint32_t LaunchPlanner::extent(const LaunchPlan& plan, int axis, int64_t longest, int64_t product, int round) const {
  if (!uses_block_[axis]) return 1;
  if (has_open_grid_[axis] && round >= k_size_sets) return static_cast<uint32_t>(1 + (round + axis) % 2);
  if (has_open_grid_[axis]) return static_cast<uint32_t>(3 + 2 * ((round + axis) % 3));
  if (strides_[axis]) return static_cast<uint32_t>(1 + round % 2);
  const int64_t threads = uses_thread_[axis] ? along(plan.block, axis) : 1;
  const bool is_alone = uses_block_[0] + uses_block_[1] + uses_block_[2] == 1;
  const bool covers_all = (plan.cover == LaunchPlan::Cover::product && axis == 0) ||
                          (plan.cover == LaunchPlan::Cover::counted && counts_blocks(axis));
  int64_t blocks = ((covers_all ? product : longest) + threads - 1) / threads;
  if (is_alone) blocks = std::max(counts_threads_[axis] ? 1 : longest, (product + threads - 1) / threads);
  if (plan.cover == LaunchPlan::Cover::warps)
    blocks = ((is_alone ? product : longest) * k_warp + threads - 1) / threads;
  if (plan.cover == LaunchPlan::Cover::blocks) blocks = product;
  if (plan.cover == LaunchPlan::Cover::indices && !counts_threads_[axis]) blocks = longest;
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
