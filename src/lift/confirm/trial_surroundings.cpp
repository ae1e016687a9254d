#include "lift/confirm/trial_surroundings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lift/confirm/reached_code.h"
#include "lift/confirm/trial_recipe.h"
#include "lift/evaluate/dependence.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

constexpr uint64_t k_step_budget = 2'000'000;
constexpr const char* k_too_long = "its evaluation takes too long";
constexpr double k_most_passes_of_all = 100'000;  // elements times passes
constexpr double k_most_work = 1'200'000;  // steps that the passes of all reductions take, as far as is known before
constexpr int64_t k_usual_limit = 97;      // of indices, where no size is known
constexpr int k_other_numbers = 2;         // attempts where numbers that are no sizes are small or negative
constexpr int64_t k_small_number = 7;      // as elements are

std::vector<Expr> roots_of(const Meaning& meaning) {
  std::vector<Expr> roots;
  for (const Statement& statement : meaning.statements) {
    roots.insert(roots.end(), {statement.value, statement.offset});
    roots.insert(roots.end(), statement.guard.begin(), statement.guard.end());
    if (statement.bins) roots.push_back(*statement.bins);
    for (const SpaceIndex& index : statement.space) roots.push_back(index.count);
  }
  return roots;
}

}  // namespace

TrialSurroundings::TrialSurroundings(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                                     const ptx::Module& module, const ptx::Function& kernel)
    : arena_(arena),
      meaning_(meaning),
      uses_(uses),
      first_variable_(kernel.parameters.size()),
      precision_(precision_of(reached_functions(module, kernel))),
      asked_(asked_values(reached_functions(module, kernel))) {
  std::set<Member> members;
  for (const Expr root : roots_of(meaning)) {
    for (const Expr part : arena.all_parts(root)) {
      const Node& node = arena[part];
      depends_on_launch_ |= node.kind == Kind::special;
      if (node.kind == Kind::parameter) members.emplace(static_cast<int>(node.value), node.bytes);
    }
  }
  for (const Member& member : members) {
    const ParameterUse& use = uses[static_cast<size_t>(member.first)];
    if (use.is_array) continue;
    (use.real_members.contains(member.second) ? reals_ : integers_).push_back(member);
  }
  // The meaning does not depend on these; what the kernel does with them shows only if they are no zeros.
  for (size_t i = 0; i < uses.size(); ++i) {
    const Member member{static_cast<int>(i), 0};
    const bool is_number = !uses[i].is_array && uses[i].bytes != 0 && !uses[i].has_members && !uses[i].is_real;
    if (is_number && !members.contains(member)) integers_.push_back(member);
  }
  has_permutation_ = std::any_of(uses.begin(), uses.end(), [](const ParameterUse& use) {
    return use.is_array && recipe_of(use, 0, TrialData()).kind == ArrayRecipe::Kind::permutation;
  });
}

std::string TrialSurroundings::member_name(Member member) const {
  const auto number = static_cast<size_t>(member.first);
  const auto& names = meaning_.names.parameters;
  const std::string name = number < names.size() && !names[number].empty() ? names[number] : fmt::format("p{}", number);
  return member.second == 0 ? name : fmt::format("{}.{}", name, member.second);
}

// Bins that an array's elements are the indices of.
std::optional<int64_t> TrialSurroundings::limit_of(int array, Surroundings& surroundings) const {
  std::optional<int64_t> limit;
  for (const Statement& statement : meaning_.statements) {
    const auto bins = statement.bins ? size_value(arena_, *statement.bins, surroundings) : std::nullopt;
    if (!bins) continue;
    for (const Expr part : arena_.all_parts(statement.offset)) {
      const Node& node = arena_[part];
      if (node.kind != Kind::load || arena_[node.args[0]].value != array) continue;
      limit = std::min(limit.value_or(*bins), *bins);
    }
  }
  return limit;
}

// With `extents`, permutations are of as many elements as were read there.
void TrialSurroundings::fill_arrays(ConfirmTrial& trial, Flavour flavour, int set, const Surroundings* extents) const {
  int64_t limit = trial.sizes.empty() ? k_usual_limit : 1;
  for (const auto& [name, size] : trial.sizes) limit = std::max(limit, size);
  trial.surroundings.arrays.clear();
  for (size_t i = 0; i < uses_.size(); ++i) {
    if (!uses_[i].is_array || uses_[i].bytes == 0) continue;
    const int number = static_cast<int>(i);
    ArrayRecipe recipe = recipe_of(uses_[i], i, {flavour, set, &asked_});
    recipe.limit = limit_of(number, trial.surroundings).value_or(limit);
    if (recipe.kind == ArrayRecipe::Kind::permutation) {
      recipe.limit = extents != nullptr ? extents->arrays.at(number).size() : 0;
    }
    trial.surroundings.arrays.emplace(number, LazyArray(recipe));
  }
}

// The factors of a range that is joined from several: rows and cols of rows*cols.
std::vector<int64_t> TrialSurroundings::factors_of(Expr count, Surroundings& surroundings, int64_t unknown) const {
  const std::vector<Term> terms = terms_of(arena_, count);
  std::vector<Expr> parts{count};
  if (terms.size() == 1 && terms[0].atoms.size() > 1) parts = terms[0].atoms;
  std::vector<int64_t> sizes;
  for (const Expr part : parts)
    sizes.push_back(std::clamp<int64_t>(size_value(arena_, part, surroundings).value_or(unknown), 1, 1 << 20));
  return sizes;
}

// The longest range that an axis of the launch may cover.
int64_t TrialSurroundings::longest_part(ConfirmTrial& trial, LaunchPlan::Cover cover, int64_t unknown) const {
  int64_t longest = 1, second = 1;
  const auto cover_parts = [&](Expr count, int64_t start) {
    for (const int64_t size : factors_of(count, trial.surroundings, unknown)) {
      const int64_t part = size + start;  // threads that a guard leaves out too
      second = std::max(second, std::min(longest, part));
      longest = std::max(longest, part);
    }
  };
  for (const Statement& statement : meaning_.statements) {
    for (const SpaceIndex& index : statement.space) {
      if (!index.is_launched) cover_parts(index.count, index.start);
    }
    if (!statement.space.empty() || !statement.update) continue;
    for (const Expr part : arena_.all_parts(statement.value)) {  // threads share the range of one result
      if (arena_[part].kind == Kind::reduction) cover_parts(arena_[part].args[0], 0);
    }
  }
  return cover == LaunchPlan::Cover::pairs ? longest * second : longest;
}

void TrialSurroundings::choose_grid(ConfirmTrial& trial, const LaunchPlanner& planner, const LaunchPlan& plan,
                                    int set) const {
  int64_t longest = 1, most = 1, largest_size = 1;
  for (const auto& [name, size] : trial.sizes) largest_size = std::max(largest_size, size);
  for (const Statement& statement : meaning_.statements) {
    int64_t product = 1;
    for (const SpaceIndex& index : statement.space) {
      if (index.is_launched) continue;
      const int64_t size = size_value(arena_, index.count, trial.surroundings).value_or(largest_size);
      const int64_t count = std::clamp<int64_t>(size, 1, 1 << 20) + index.start;  // threads that a guard leaves out too
      longest = std::max(longest, count);
      product = std::min<int64_t>(product * count, 1 << 20);
    }
    most = std::max(most, product);
    const bool is_shared = plan.cover == LaunchPlan::Cover::updates && statement.update;
    if (!statement.space.empty() && !is_shared) continue;
    // One result of all elements: the threads share the range of its reduction.
    for (const Expr part : arena_.all_parts(statement.value)) {
      if (arena_[part].kind != Kind::reduction) continue;
      const int64_t count = size_value(arena_, arena_[part].args[0], trial.surroundings).value_or(1);
      most = std::max(most, std::min<int64_t>(product * count, 1 << 20));
      if (is_shared) longest = std::max(longest, count);
    }
  }
  const bool in_parts = plan.cover == LaunchPlan::Cover::longest || plan.cover == LaunchPlan::Cover::pairs;
  if (in_parts && planner.has_several_axes()) longest = longest_part(trial, plan.cover, largest_size);
  trial.grid = planner.grid(plan, longest, most, set);
  const vgpu::Dim3 extents[] = {plan.block, trial.grid};
  for (size_t i = 0; i < 2; ++i) {
    auto* const first = &trial.surroundings.launch[static_cast<size_t>(Special::ntid_x) + 3 * i];
    first[0] = extents[i].x;
    first[1] = extents[i].y;
    first[2] = extents[i].z;
  }
}

int64_t TrialSurroundings::number_like(int64_t size, Numbers how) {
  if (how == Numbers::as_sizes) return size;
  return how == Numbers::small ? size % (k_small_number + 1) : -1 - size % k_small_number;
}

void TrialSurroundings::set_numbers(ConfirmTrial& trial, const Attempt& how) const {
  for (size_t i = 0; i < integers_.size(); ++i) {
    const bool is_bool = uses_[static_cast<size_t>(integers_[i].first)].is_bool;
    const Numbers numbers = meaning_.signed_numbers.contains(integers_[i]) ? how.numbers : Numbers::as_sizes;
    const int64_t size = is_bool ? how.sizes[i] % 2 : number_like(how.sizes[i], numbers);
    trial.surroundings.integers[integers_[i]] = size;
    trial.sizes.emplace_back(member_name(integers_[i]), size);
  }
  double number = how.flavour == Flavour::integers ? 2 : 0.75;
  auto next = static_cast<size_t>(how.set);
  for (const Member& member : reals_) {
    const bool is_asked = how.flavour == Flavour::asked;
    trial.surroundings.reals[member] = is_asked ? asked_.reals[next++ % asked_.reals.size()] : number;
    number += 0.5;
  }
}

namespace {

// The parts of a pass; what is reduced inside is counted on its own.
double steps_of_pass(const Arena& arena, Expr body) {
  std::vector<Expr> found{body};
  std::set<uint32_t> seen{body.id};
  for (size_t at = 0; at < found.size(); ++at) {
    if (arena[found[at]].kind == Kind::reduction) continue;
    for (const Expr part : parts_of(arena, found[at])) {
      if (seen.insert(part.id).second) found.push_back(part);
    }
  }
  return static_cast<double>(found.size());
}

}  // namespace

// Elements of the space times passes of the longest nested reductions, before anything is evaluated.
bool TrialSurroundings::nests_too_much(Surroundings& surroundings) const {
  double work = 0;
  const auto count = [&](Expr e) {
    return static_cast<double>(std::max<int64_t>(size_value(arena_, e, surroundings).value_or(1), 1));
  };
  for (const Statement& statement : meaning_.statements) {
    double elements = 1;
    std::map<uint32_t, double> passes;
    for (const SpaceIndex& index : statement.space) elements *= count(index.count);
    for (const Expr part : arena_.all_parts(statement.value)) {  // what is inside comes first
      double inner = 1;
      for (const Expr inside : parts_of(arena_, part)) inner = std::max(inner, passes[inside.id]);
      passes[part.id] = arena_[part].kind == Kind::reduction ? inner * count(arena_[part].args[0]) : inner;
    }
    work += elements * passes[statement.value.id];
  }
  return work > k_most_passes_of_all;
}

// Passes of all reductions, each once for what it depends on.
bool TrialSurroundings::is_too_much(Surroundings& surroundings) const {
  std::map<uint32_t, std::optional<int64_t>> known;
  // A range that ends at another index, or where data say, is taken to be as long as any.
  const auto length = [&](Expr count, double otherwise) {
    const auto [at, is_new] = known.try_emplace(count.id);
    if (is_new) at->second = size_value(arena_, count, surroundings);
    return at->second ? static_cast<double>(std::max<int64_t>(*at->second, 1)) : otherwise;
  };
  double work = 0;
  for (const Statement& statement : meaning_.statements) {
    Dependence dependence(arena_);
    double elements = 1, longest = 1;
    std::map<int, double> values;  // of each variable, by its slot
    for (const SpaceIndex& index : statement.space) {
      const double count = values[dependence.slot(index.variable)] = length(index.count, 1);
      elements *= count;
      longest = std::max(longest, count);
    }
    std::vector<Expr> reductions = arena_.all_parts(statement.value);
    std::erase_if(reductions, [&](Expr part) { return arena_[part].kind != Kind::reduction; });
    for (const Expr part : reductions) {
      double& most = values[dependence.slot(part)];
      most = std::max(most, length(arena_[part].args[0], longest));
    }
    work += elements * steps_of_pass(arena_, statement.value);
    for (const Expr part : reductions) {
      double passes = length(arena_[part].args[0], longest);
      for (const auto& [slot, count] : values) passes *= (dependence.of(part) >> slot & 1) != 0 ? count : 1;
      work += passes * steps_of_pass(arena_, arena_[part].args[1]);
    }
  }
  return work > k_most_work;
}

// Variables of the module have a fixed size.
bool TrialSurroundings::leaves_variables(const Surroundings& surroundings) const {
  for (size_t i = 0; i < meaning_.module_variables.size(); ++i) {
    const auto at = surroundings.arrays.find(static_cast<int>(first_variable_ + i));
    if (at == surroundings.arrays.end()) continue;
    const auto used = static_cast<uint64_t>(at->second.size() * at->second.bytes());
    if (used > meaning_.module_variables[i].bytes) return true;
  }
  return false;
}

ConfirmTrial TrialSurroundings::attempt(const LaunchPlanner& planner, const LaunchPlan& plan, const Attempt& how,
                                        bool is_simple) const {
  ConfirmTrial trial;
  set_numbers(trial, how);
  fill_arrays(trial, how.flavour, how.set, nullptr);
  choose_grid(trial, planner, plan, how.round());
  fill_arrays(trial, how.flavour, how.set, nullptr);  // limits may depend on the launch
  if (is_simple ? nests_too_much(trial.surroundings) : is_too_much(trial.surroundings)) {
    trial.failure = k_too_long;
    return trial;
  }
  MeaningValues values = evaluate(arena_, meaning_, uses_, trial.surroundings, precision_, k_step_budget);
  if (has_permutation_ && values.failure.empty()) {
    const Surroundings first = trial.surroundings;
    fill_arrays(trial, how.flavour, how.set, &first);
    trial.steps += values.steps;
    values = evaluate(arena_, meaning_, uses_, trial.surroundings, precision_, k_step_budget);
  }
  trial.steps += values.steps;
  trial.counts = values.counts;
  trial.failure = values.failure;
  trial.is_poor = values.has_empty_range;
  if (trial.failure.empty() && values.stores_meet) trial.failure = "two elements are stored to one place";
  if (trial.failure.empty() && leaves_variables(trial.surroundings))
    trial.failure = "a variable of the module is shorter";
  if (trial.failure.empty() && values.stores == 0) trial.failure = "nothing is stored at the sizes tried";
  return trial;
}

// Where no guard bounds an index, strides are what is launched: out[width*j + i] of width threads.
std::vector<int64_t> TrialSurroundings::launched_sizes(const LaunchPlanner& planner, const LaunchPlan& plan,
                                                       const Attempt& how) const {
  ConfirmTrial trial;
  set_numbers(trial, how);
  choose_grid(trial, planner, plan, how.has_one_block ? how.round() : k_size_sets + how.set);
  std::vector<int64_t> launched;
  for (const Statement& statement : meaning_.statements) {
    for (const SpaceIndex& index : statement.space) {
      const auto count = index.is_launched ? size_value(arena_, index.count, trial.surroundings) : std::nullopt;
      if (count) launched.push_back(*count);
    }
    if (!launched.empty()) break;
  }
  return launched;
}

std::vector<TrialSurroundings::Attempt> TrialSurroundings::attempts(const LaunchPlanner& planner,
                                                                    const LaunchPlan& plan, int set, Flavour flavour,
                                                                    int64_t granule) const {
  std::vector<Attempt> list;
  const size_t count = integers_.size();
  const Numbers numbers = set % 2 != 0 ? Numbers::negative : Numbers::small;
  for (int i = 0; i < k_other_numbers && set != 0 && !meaning_.signed_numbers.empty(); ++i)
    list.push_back({trial_sizes(count, set, i, granule), set, flavour, false, numbers});
  for (int i = 0; i < k_size_attempts; ++i) {
    list.push_back({trial_sizes(count, set, i, granule), set, flavour, i >= k_few_blocks_attempt});
  }
  for (const int64_t size : tiny_sizes(count, set)) {
    const int64_t whole = (size + granule - 1) / granule * granule;
    list.push_back({std::vector<int64_t>(count, whole), set, flavour, false});
  }
  for (const bool has_one_block : {false, true}) {
    Attempt first = list[0];
    first.has_one_block = has_one_block;
    std::vector<int64_t> launched = launched_sizes(planner, plan, first);
    for (int i = 0; i < 2 && !launched.empty(); ++i) {
      std::vector<int64_t> sizes;
      for (size_t k = 0; k < count; ++k) sizes.push_back(launched[k % launched.size()]);
      list.push_back({sizes, set, flavour, true, Numbers::as_sizes, has_one_block});
      std::reverse(launched.begin(), launched.end());
    }
  }
  for (int i = 0; i < k_large_attempts; ++i) {
    std::vector<int64_t> sizes = one_large_size(count, set, i, granule);
    if (!sizes.empty()) list.push_back({std::move(sizes), set, flavour});
  }
  return list;
}

ConfirmTrial TrialSurroundings::make(const LaunchPlanner& planner, const LaunchPlan& plan, int set, Flavour flavour,
                                     int64_t granule, size_t skipped) {
  const auto key = std::tuple(set, flavour, granule, skipped);
  ConfirmTrial trial;
  if (const auto at = made_.find(key); at != made_.end()) {
    trial = at->second;
    choose_grid(trial, planner, plan, set);
    return trial;
  }
  std::string first_failure;
  std::optional<ConfirmTrial> poor;
  uint64_t steps = 0;  // of all attempts
  const std::vector<Attempt> all = attempts(planner, plan, set, flavour, granule);
  // Where no sizes are small enough for any order of evaluation, those are tried at which each value is computed once.
  for (const bool is_simple : {true, false}) {
    for (size_t i = std::min(skipped, all.size() - 1); i < all.size(); ++i) {
      trial = attempt(planner, plan, all[i], is_simple);
      steps += trial.steps;
      if (trial.failure.empty() && !trial.is_poor) break;
      if (trial.failure.empty() && !poor) poor = trial;
      if (first_failure.empty()) first_failure = trial.failure;
    }
    if (trial.failure.empty() || poor || first_failure != k_too_long) break;
  }
  if ((trial.is_poor || !trial.failure.empty()) && poor) trial = *std::move(poor);
  trial.steps = steps;
  if (!trial.failure.empty()) trial.failure = first_failure;
  if (!depends_on_launch_) made_[key] = trial;
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
