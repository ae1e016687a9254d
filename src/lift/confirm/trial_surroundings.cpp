#include "lift/confirm/trial_surroundings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace whet::lift {
namespace {

constexpr uint64_t k_step_budget = 2'000'000;
constexpr int64_t k_usual_limit = 97;  // of indices, where no size is known
constexpr double k_fp32_rounding = 0x1p-23, k_fp64_rounding = 0x1p-52;

// fp32 as soon as anything is computed in it.
double rounding_of(const ptx::Module& module, const ptx::Function& kernel) {
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry && function.name != kernel.name) continue;
    for (const ptx::Instruction& code : function.body) {
      for (int i = 0; i < code.type_count(); ++i) {
        if (ptx::is_float(code.type(i)) && code.type(i) != ptx::Type::f64) return k_fp32_rounding;
      }
    }
  }
  return k_fp64_rounding;
}

ArrayRecipe::Kind recipe_kind(const ParameterUse& use) {
  if (use.bounds_ranges) return ArrayRecipe::Kind::offsets;
  if (use.indexes_stores) return ArrayRecipe::Kind::permutation;
  return use.indexes_loads ? ArrayRecipe::Kind::indices : ArrayRecipe::Kind::numbers;
}

std::vector<Expr> roots_of(const Meaning& meaning) {
  std::vector<Expr> roots;
  for (const Statement& statement : meaning.statements) {
    roots.insert(roots.end(), {statement.value, statement.offset});
    roots.insert(roots.end(), statement.guard.begin(), statement.guard.end());
    for (const SpaceIndex& index : statement.space) roots.push_back(index.count);
  }
  return roots;
}

}  // namespace

TrialSurroundings::TrialSurroundings(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                                     const ptx::Module& module, const ptx::Function& kernel)
    : arena_(arena), meaning_(meaning), uses_(uses), rounding_(rounding_of(module, kernel)) {
  std::set<Member> members;
  for (const Expr root : roots_of(meaning)) {
    for (const Expr part : arena.all_parts(root)) {
      const Node& node = arena[part];
      if (node.kind == Kind::parameter) members.emplace(static_cast<int>(node.value), node.bytes);
    }
  }
  for (const Member& member : members) {
    const ParameterUse& use = uses[static_cast<size_t>(member.first)];
    if (use.is_array) continue;
    (use.real_members.contains(member.second) ? reals_ : integers_).push_back(member);
  }
  has_permutation_ = std::any_of(uses.begin(), uses.end(), [](const ParameterUse& use) {
    return use.is_array && recipe_kind(use) == ArrayRecipe::Kind::permutation;
  });
}

std::string TrialSurroundings::member_name(Member member) const {
  const auto number = static_cast<size_t>(member.first);
  const auto& names = meaning_.names.parameters;
  const std::string name = number < names.size() && !names[number].empty() ? names[number] : fmt::format("p{}", number);
  return member.second == 0 ? name : fmt::format("{}.{}", name, member.second);
}

// With `extents`, permutations are of as many elements as were read there.
void TrialSurroundings::fill_arrays(ConfirmTrial& trial, Flavour flavour, int set, const Surroundings* extents) const {
  int64_t limit = trial.sizes.empty() ? k_usual_limit : 1;
  for (const auto& [name, size] : trial.sizes) limit = std::max(limit, size);
  trial.surroundings.arrays.clear();
  for (size_t i = 0; i < uses_.size(); ++i) {
    if (!uses_[i].is_array || uses_[i].bytes == 0) continue;
    const int number = static_cast<int>(i);
    ArrayRecipe recipe{recipe_kind(uses_[i]),
                       flavour,
                       uses_[i].bytes,
                       uses_[i].is_unsigned,
                       limit,
                       0x5eedull * (i + 1) + static_cast<uint64_t>(set) * 7919 + static_cast<uint64_t>(flavour)};
    if (recipe.kind == ArrayRecipe::Kind::permutation) {
      recipe.limit = extents != nullptr ? extents->arrays.at(number).size() : 0;
    }
    trial.surroundings.arrays.emplace(number, LazyArray(recipe));
  }
}

void TrialSurroundings::choose_grid(ConfirmTrial& trial, const LaunchPlanner& planner, const LaunchPlan& plan,
                                    int set) const {
  int64_t longest = 1, most = 1, largest_size = 1;
  for (const auto& [name, size] : trial.sizes) largest_size = std::max(largest_size, size);
  for (const Statement& statement : meaning_.statements) {
    int64_t product = 1;
    for (const SpaceIndex& index : statement.space) {
      if (index.is_launched) continue;
      const int64_t count =
          std::clamp<int64_t>(size_value(arena_, index.count, trial.surroundings).value_or(largest_size), 1, 1 << 20);
      longest = std::max(longest, count);
      product = std::min<int64_t>(product * count, 1 << 20);
    }
    most = std::max(most, product);
    if (!statement.space.empty()) continue;
    // One result of all elements: the threads share the range of its reduction.
    for (const Expr part : arena_.all_parts(statement.value)) {
      if (arena_[part].kind != Kind::reduction) continue;
      most = std::max(most, size_value(arena_, arena_[part].args[0], trial.surroundings).value_or(1));
    }
  }
  trial.grid = planner.grid(plan, longest, most, set);
  const vgpu::Dim3 extents[] = {plan.block, trial.grid};
  for (size_t i = 0; i < 2; ++i) {
    auto* const first = &trial.surroundings.launch[static_cast<size_t>(Special::ntid_x) + 3 * i];
    first[0] = extents[i].x;
    first[1] = extents[i].y;
    first[2] = extents[i].z;
  }
}

ConfirmTrial TrialSurroundings::attempt(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Flavour flavour,
                                        int64_t granule, int attempt) const {
  ConfirmTrial trial;
  const std::vector<int64_t> sizes = trial_sizes(integers_.size(), set, attempt, granule);
  for (size_t i = 0; i < integers_.size(); ++i) {
    trial.surroundings.integers[integers_[i]] = sizes[i];
    trial.sizes.emplace_back(member_name(integers_[i]), sizes[i]);
  }
  double number = flavour == Flavour::integers ? 2 : 0.75;
  for (const Member& member : reals_) trial.surroundings.reals[member] = number, number += 0.5;
  fill_arrays(trial, flavour, set, nullptr);
  choose_grid(trial, planner, plan, attempt >= k_few_blocks_attempt ? k_size_sets + set : set);
  MeaningValues values = evaluate(arena_, meaning_, uses_, trial.surroundings, rounding_, k_step_budget);
  if (has_permutation_ && values.failure.empty()) {
    const Surroundings first = trial.surroundings;
    fill_arrays(trial, flavour, set, &first);
    values = evaluate(arena_, meaning_, uses_, trial.surroundings, rounding_, k_step_budget);
  }
  trial.counts = values.counts;
  trial.failure = values.failure;
  if (trial.failure.empty() && values.stores_meet) trial.failure = "two elements are stored to one place";
  if (trial.failure.empty() && values.stores == 0) trial.failure = "nothing is stored at the sizes tried";
  return trial;
}

ConfirmTrial TrialSurroundings::make(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Flavour flavour,
                                     int64_t granule) const {
  ConfirmTrial trial;
  for (int i = 0; i < k_size_attempts; ++i) {
    trial = attempt(planner, plan, set, flavour, granule, i);
    if (trial.failure.empty()) break;
  }
  return trial;
}

ConfirmedSizes TrialSurroundings::summary(const ConfirmTrial& trial, const std::string& launch) const {
  ConfirmedSizes sizes{trial.sizes, trial.surroundings, launch, trial.counts, {}};
  sizes.numbers.arrays.clear();
  sizes.elements.resize(uses_.size());
  for (const auto& [number, array] : trial.surroundings.arrays) {
    sizes.elements[static_cast<size_t>(number)] = {array.reads(), array.writes()};
  }
  return sizes;
}

}  // namespace whet::lift
