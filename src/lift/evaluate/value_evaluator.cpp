#include "lift/evaluate/value_evaluator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lift/expression/real.h"
#include "lift/thread/arithmetic.h"

namespace whet::lift {
namespace {

constexpr size_t k_most_kept = 200'000;  // results of reductions

std::optional<NumberFormat> format_named(const std::string& function) {
  if (function == "half") return NumberFormat::half;
  if (function == "bfloat16") return NumberFormat::bfloat16;
  return function == "float" ? std::optional(NumberFormat::fp32) : std::nullopt;
}

}  // namespace

ValueEvaluator::ValueEvaluator(const Arena& arena, Surroundings& surroundings, Precision precision,
                               uint64_t step_budget)
    : arena_(arena), surroundings_(surroundings), math_(precision), dependence_(arena), step_budget_(step_budget) {}

void ValueEvaluator::fail(const std::string& why) {
  if (failure_.empty()) failure_ = why;
}

bool ValueEvaluator::step() {
  if (++steps_ > step_budget_) fail("its evaluation takes too long");
  return failure_.empty();
}

void ValueEvaluator::set_slot(int slot, int64_t value) {
  values_[static_cast<size_t>(slot)] = value;
  set_at_[static_cast<size_t>(slot)] = ++clock_;
}

void ValueEvaluator::set(Expr variable, int64_t value) {
  set_slot(dependence_.slot(variable), value);
}

// Whether no variable was set since the value was computed that it depends on.
template <typename Value>
bool ValueEvaluator::knows(Memory<Value>& memory, Expr e) {
  if (e.id >= memory.time.size()) {
    memory.value.resize(arena_.size());
    memory.time.resize(arena_.size());
  }
  const uint64_t time = memory.time[e.id];
  if (time == 0) return false;
  for (uint64_t slots = dependence_.of(e); slots != 0; slots &= slots - 1) {
    if (set_at_[static_cast<size_t>(std::countr_zero(slots))] > time) return false;
  }
  return true;
}

Estimate ValueEvaluator::real(Expr e) {
  if (arena_[e].kind == Kind::real) return {real_value(arena_, e), 0};
  if (knows(reals_, e)) return reals_.value[e.id];
  if (!step()) return {};
  const Estimate value = compute_real(e);
  reals_.value[e.id] = value;
  reals_.time[e.id] = clock_;
  return value;
}

Whole ValueEvaluator::whole(Expr e) {
  if (knows(wholes_, e)) return wholes_.value[e.id];
  if (!step()) return {};
  const Whole value = compute_whole(e);
  wholes_.value[e.id] = value;
  wholes_.time[e.id] = clock_;
  return value;
}

int64_t ValueEvaluator::integer(Expr e) {
  const Whole found = exact(e);
  if (found.is_unsure) fail(k_close_index);
  return found.value;
}

LazyArray* ValueEvaluator::array(Expr parameter) {
  const Node& node = arena_[parameter];
  const auto at = surroundings_.arrays.find(static_cast<int>(node.value));
  if (node.kind == Kind::parameter && node.bytes == 0 && at != surroundings_.arrays.end()) return &at->second;
  fail("an array that is no parameter of its own is not evaluated");
  return nullptr;
}

Estimate ValueEvaluator::compute_real(Expr e) {
  const Node& node = arena_[e];
  switch (node.kind) {
    case Kind::parameter: {
      const auto at = surroundings_.reals.find({static_cast<int>(node.value), node.bytes});
      if (at == surroundings_.reals.end()) fail("a parameter is read as a floating-point number and is none");
      return {at == surroundings_.reals.end() ? 0 : at->second, 0};
    }
    case Kind::load: {
      LazyArray* const from = array(node.args[0]);
      const Whole offset = exact(node.args[1]);
      if (offset.is_unsure) {
        if (from != nullptr) from->touch(offset.value);
        return {0, INFINITY};
      }
      const double value = from != nullptr ? from->real(offset.value) : 0;
      if (from != nullptr && !from->failure().empty()) fail(from->failure());
      return {value, 0};
    }
    case Kind::sum:
      return real_sum(node);
    case Kind::product:
      return real_product(node);
    case Kind::inverse:
      ++counts_.divisions;
      return math_.inverse(real(node.args[0]));
    case Kind::call:
      return real_call(e, node);
    case Kind::select:
      return real_select(e, node);
    case Kind::maximum:
    case Kind::minimum:
      return real_extreme(node);
    case Kind::reduction:
      return real_reduction(e, node);
    default:
      fail("an expression of this kind is not evaluated as a floating-point number");
      return {};
  }
}

Estimate ValueEvaluator::real_sum(const Node& node) {
  EstimateSum sum;
  for (const Expr arg : node.args) sum.add(real(arg));
  counts_.adds += node.args.size() - 1;
  return sum.total(math_.precision());
}

// A factor of -1 is a subtraction, a division is counted as one.
Estimate ValueEvaluator::real_product(const Node& node) {
  std::vector<Estimate> factors;
  uint64_t factors_to_multiply = 0;
  for (const Expr arg : node.args) {
    factors.push_back(real(arg));
    const bool is_sign = arena_[arg].kind == Kind::real && real_value(arena_, arg) == -1;
    if (!is_sign && arena_[arg].kind != Kind::inverse) ++factors_to_multiply;
  }
  if (factors_to_multiply > 1) counts_.multiplications += factors_to_multiply - 1;
  return math_.product(factors);
}

Estimate ValueEvaluator::real_call(Expr e, const Node& node) {
  const std::string& name = arena_.text(e);
  if (name == "real") {
    const Whole number = exact(node.args[0]);
    return number.is_unsure ? Estimate{0, INFINITY} : math_.whole_number(number.value);
  }
  if (is_number_of_byte(arena_, e)) {
    const Whole bits = exact(node.args[0]);
    return bits.is_unsure ? Estimate{0, INFINITY} : Estimate{byte_value(static_cast<uint8_t>(bits.value), name), 0};
  }
  if (const auto format = format_named(name)) return math_.narrowed(real(node.args[0]), *format);
  const EstimateMath::Function* const function = EstimateMath::function(name);
  if (function == nullptr || node.args.empty() || node.args.size() > 2) {
    fail("the function `" + name + "` is not evaluated");
    return {};
  }
  ++counts_.functions[name];
  return math_.call(*function, real(node.args[0]), node.args.size() > 1 ? real(node.args[1]) : Estimate());
}

Estimate ValueEvaluator::real_select(Expr e, const Node& node) {
  const Truth truth = condition(node.args[0]);
  if (truth == Truth::close) return EstimateMath::either(real(node.args[1]), real(node.args[2]));
  touch_other(e, truth == Truth::yes ? 2 : 1);
  return real(node.args[truth == Truth::yes ? 1 : 2]);
}

// Both sides of a choice that data decide are elements of their arrays: a kernel may read both and choose then.
void ValueEvaluator::touch_other(Expr choice, size_t arg) {
  for (const Expr load : loads_beside(choice, arg)) {
    LazyArray* const from = array(arena_[load].args[0]);
    const Whole offset = whole(arena_[load].args[1]);
    if (from != nullptr && !offset.has_wrapped) from->touch(offset.value);
  }
}

// Those whose places are made of indices and sizes alone, outside of reductions.
const std::vector<Expr>& ValueEvaluator::loads_beside(Expr choice, size_t arg) {
  const auto [at, is_new] = beside_.try_emplace({choice.id, arg});
  if (!is_new) return at->second;
  const auto is_of_data = [&](Expr e) {
    const auto parts = arena_.all_parts(e);
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
      return arena_[part].kind == Kind::load || arena_[part].kind == Kind::quotient ||
             arena_[part].kind == Kind::remainder;
    });
  };
  const Node& node = arena_[choice];
  const Expr side = node.args[arg];
  const auto parts = arena_.all_parts(node.args[0]);
  const bool is_decided_by_data =
      std::any_of(parts.begin(), parts.end(), [&](Expr part) { return arena_[part].kind == Kind::load; });
  if (!is_decided_by_data || arena_.reductions(side) > 0) return at->second;
  for (const Expr part : arena_.all_parts(side)) {
    if (arena_[part].kind == Kind::load && !is_of_data(arena_[part].args[1])) at->second.push_back(part);
  }
  return at->second;
}

void ValueEvaluator::note_range(Expr reduction, int64_t count) {
  ranges_[reduction.id] |= count > 0;
}

bool ValueEvaluator::has_empty_range() const {
  return std::any_of(ranges_.begin(), ranges_.end(), [](const auto& range) { return !range.second; });
}

namespace {

// A comparison with what is no number chooses either, and fmaxf the other: which one the kernel does is not known.
double error_of_extreme(const Estimate& a, const Estimate& b) {
  return std::isnan(a.value) || std::isnan(b.value) ? INFINITY : std::max(a.error, b.error);
}

}  // namespace

Estimate ValueEvaluator::real_extreme(const Node& node) {
  Estimate best = real(node.args[0]);
  for (const Expr arg : node.args) {
    const Estimate other = real(arg);
    const bool is_better = node.kind == Kind::maximum ? other.value > best.value : other.value < best.value;
    best = {is_better ? other.value : best.value, error_of_extreme(best, other)};
  }
  counts_.comparisons += node.args.size() - 1;
  return best;
}

// The reduction, and the values of all variables that it depends on.
std::vector<int64_t> ValueEvaluator::place_of(Expr reduction) {
  std::vector<int64_t> place{reduction.id};
  for (uint64_t slots = dependence_.of(reduction); slots != 0; slots &= slots - 1)
    place.push_back(values_[static_cast<size_t>(std::countr_zero(slots))]);
  return place;
}

// What another loop has changed and changed back is not computed again: the score of a query and a key, for every
// element of their result. Ranges that grow with an index, as of scans, are evaluated anew for each.
Estimate ValueEvaluator::real_reduction(Expr e, const Node& node) {
  if (dependence_.of(node.args[0]) != 0) return computed_reduction(e, node);
  const std::vector<int64_t> place = place_of(e);
  if (const auto known = reduced_.find(place); known != reduced_.end()) return known->second;
  const Estimate result = computed_reduction(e, node);
  if (reduced_.size() < k_most_kept) reduced_.emplace(place, result);
  return result;
}

Estimate ValueEvaluator::computed_reduction(Expr e, const Node& node) {
  const Whole number = exact(node.args[0]);
  const int64_t count = number.value;
  if (number.is_unsure) return {0, INFINITY};
  const int slot = dependence_.slot(e);
  note_range(e, count);
  const auto how = static_cast<Fold>(node.bytes);
  if (how > Fold::minimum) fail("an argument is no floating-point number");
  EstimateSum sum;
  Estimate result{how == Fold::maximum ? -INFINITY : how == Fold::minimum ? INFINITY : 1, 0};
  const int64_t outer = values_[static_cast<size_t>(slot)];
  for (int64_t k = 0; k < count && failure_.empty(); ++k) {
    set_slot(slot, k);
    const Estimate body = real(node.args[1]);
    if (how == Fold::sum) sum.add(body);
    if (how == Fold::product) result = math_.product({result, body});
    if (how == Fold::maximum) result = {std::max(result.value, body.value), error_of_extreme(result, body)};
    if (how == Fold::minimum) result = {std::min(result.value, body.value), error_of_extreme(result, body)};
  }
  set_slot(slot, outer);
  const auto times = static_cast<uint64_t>(std::max<int64_t>(count, 0));
  (how == Fold::sum ? counts_.adds : how == Fold::product ? counts_.multiplications : counts_.comparisons) += times;
  return how == Fold::sum ? sum.total(math_.precision()) : result;
}

}  // namespace whet::lift
