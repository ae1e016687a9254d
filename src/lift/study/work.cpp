#include "lift/study/work.h"

#include <algorithm>
#include <bit>
#include <set>

#include "lift/evaluate/evaluation_order.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "lift/study/footprint.h"
#include "lift/study/iteration_counts.h"

namespace whet::lift {
namespace {

// What a part is computed for.
enum class Purpose : uint8_t { index, integer, real };

class WorkCount {
 public:
  WorkCount(Arena& arena, const std::vector<ParameterUse>& uses)
      : arena_(arena), uses_(uses), dependence_(arena), counts_(arena, dependence_) {
    const Expr none = integer(arena, 0);
    work_.adds = work_.multiplications = work_.divisions = work_.comparisons = work_.elements = none;
    work_.integer_operations = none;
  }

  void statement(const Statement& statement) {
    uint64_t all = 0;
    for (const SpaceIndex& index : loops_in_order(dependence_, statement.space)) {
      const int slot = dependence_.slot(index.variable);
      counts_.enter(slot, {index.variable, index.count});
      all |= uint64_t{1} << slot;
      count(index.count, counts_.product(all), Purpose::index);
    }
    const Expr elements = counts_.product(all);
    if (size_key(elements) > size_key(work_.elements)) work_.elements = elements;
    if (!statement.guard.empty()) work_.is_bound = true;
    for (const Expr condition : statement.guard) count(condition, elements, Purpose::index);
    const int array = static_cast<int>(arena_[statement.array].value);
    const bool stores_reals =
        is_real(arena_, statement.value) || (!is_integer(arena_, statement.value) && is_real_array(array));
    count(statement.value, elements, stores_reals ? Purpose::real : Purpose::integer);
    count(statement.offset, elements, Purpose::index);
    writes_[array].push_back(access(statement.offset));
    note(array, statement.bytes, elements, write_info_);
    if (!statement.update) return;
    reads_[array].push_back(access(statement.offset));
    note(array, statement.bytes, elements, read_info_);
    Expr& updates = stores_reals ? work_.adds : work_.integer_operations;
    updates = add(arena_, updates, elements);
  }

  Work take() {
    for (const auto& [array, accesses] : reads_) work_.reads.push_back(traffic(array, accesses, read_info_));
    for (const auto& [array, accesses] : writes_) work_.writes.push_back(traffic(array, accesses, write_info_));
    work_.is_bound |= counts_.is_bound();
    work_.open = dependence_.overflows() ? "there are too many ranges" : counts_.open();
    return work_;
  }

 private:
  bool is_real_array(int array) const {
    const auto number = static_cast<size_t>(array);
    return number >= uses_.size() || uses_[number].is_read_as_real();
  }

  struct Info {
    int bytes = 0;
    Expr uses;
  };

  // A polynomial of more factors is larger.
  size_t size_key(Expr e) const {
    size_t most = 0;
    for (const Term& term : terms_of(arena_, e)) most = std::max(most, 1 + term.atoms.size());
    return most;
  }

  void note(int array, int bytes, Expr uses, std::map<int, Info>& all) {
    const auto [at, is_new] = all.try_emplace(array, Info{bytes, uses});
    if (!is_new) at->second.uses = add(arena_, at->second.uses, uses);
  }

  ArrayTraffic traffic(int array, const std::vector<StridedAccess>& accesses, const std::map<int, Info>& all) {
    const Footprint found = footprint(arena_, accesses);
    const Info& info = all.at(array);
    return {array, info.bytes, found.elements, info.uses, found.is_bound};
  }

  StridedAccess access(Expr offset) {
    StridedAccess made{{}, offset, counts_.product(dependence_.of(offset)), true};
    for (uint64_t slots = dependence_.of(offset); slots != 0; slots &= slots - 1) {
      const IterationCounts::Range& range = counts_.range(std::countr_zero(slots));
      const auto linear = linear_in(arena_, made.rest, range.variable);
      const Expr count = dependence_.of(range.count) == 0 ? range.count : counts_.longest(range.count);
      const bool plain = linear && dependence_.of(linear->coefficient) == 0 && dependence_.of(count) == 0;
      if (!plain) return made.is_strided = false, made;
      made.axes.push_back({linear->coefficient, count});
      made.rest = linear->rest;
    }
    for (const Expr part : arena_.all_parts(offset)) {
      if (arena_[part].kind == Kind::load) made.is_strided = false;
    }
    return made;
  }

  // What `e` and its parts need, each value once for all that it depends on. `uses`: how often what needs it is
  // computed.
  void count(Expr e, Expr uses, Purpose purpose) {
    const Expr times = counts_.product(dependence_.of(e));
    const Node node = arena_[e];
    if (node.kind == Kind::load) note(static_cast<int>(arena_[node.args[0]].value), node.bytes, uses, read_info_);
    if (!seen_.insert({e.id, times.id}).second) return;
    if (node.kind == Kind::load) {
      const int array = static_cast<int>(arena_[node.args[0]].value);
      reads_[array].push_back(access(node.args[1]));
      return count(node.args[1], times, Purpose::index);
    }
    if (node.kind == Kind::reduction) return reduction(e, node, times, purpose);
    tally(e, node, times, purpose);
    const bool makes_reals = is_real(arena_, e) || node.kind == Kind::less || node.kind == Kind::equal;
    for (const Expr part : parts_of(arena_, e)) count(part, times, makes_reals ? Purpose::real : purpose);
  }

  // 3*a*b + 4: two products and a sum.
  static size_t integer_operations(const Node& node) {
    if (node.kind == Kind::quotient || node.kind == Kind::remainder) return 1;
    if (node.kind == Kind::maximum || node.kind == Kind::minimum) return node.args.size() - 1;
    if (node.kind != Kind::polynomial || node.terms.empty()) return 0;
    size_t count = node.terms.size() - 1;
    for (const Term& term : node.terms) {
      const size_t factors = term.atoms.size() + (term.coefficient == 1 || term.coefficient == -1 ? 0 : 1);
      if (!term.atoms.empty()) count += factors - 1;
    }
    return count;
  }

  // The variable is made free, so that its range can be looked at like those of the space.
  void reduction(Expr e, const Node& node, Expr results, Purpose purpose) {
    count(node.args[0], results, Purpose::index);
    const OpenReduction open = open_reduction(arena_, e);
    const int slot = dependence_.slot(open.variable);
    counts_.enter(slot, {open.variable, open.count});
    // A range that grows with an index on which its body does not depend: each step adds to the result before.
    const uint64_t grows = dependence_.of(open.count) & ~dependence_.of(open.body);
    const Expr times = counts_.product((dependence_.of(e) | uint64_t{1} << slot) & ~grows);
    if (is_real(arena_, e) || purpose == Purpose::real) {
      Expr& total = open.how == Fold::sum       ? work_.adds
                    : open.how == Fold::product ? work_.multiplications
                                                : work_.comparisons;
      total = add(arena_, total, times);
    } else if (purpose == Purpose::integer) {
      work_.integer_operations = add(arena_, work_.integer_operations, times);
    }
    count(open.body, times, purpose);
  }

  void tally(Expr e, const Node& node, Expr times, Purpose purpose) {
    const auto add_times = [&](Expr& total, size_t each) {
      total = add(arena_, total, scale(arena_, times, static_cast<int64_t>(each)));
    };
    if (node.kind == Kind::sum) add_times(work_.adds, node.args.size() - 1);
    if (purpose == Purpose::integer) add_times(work_.integer_operations, integer_operations(node));
    if (node.kind == Kind::inverse) add_times(work_.divisions, 1);
    if (node.kind == Kind::less || node.kind == Kind::equal) add_times(work_.comparisons, 1);
    if ((node.kind == Kind::maximum || node.kind == Kind::minimum) && purpose == Purpose::real) {
      add_times(work_.comparisons, node.args.size() - 1);
    }
    if (node.kind == Kind::select) work_.is_bound = true;
    if (node.kind == Kind::product) {
      const auto factors = std::count_if(node.args.begin(), node.args.end(), [&](Expr factor) {
        const bool is_sign = arena_[factor].kind == Kind::real && real_value(arena_, factor) == -1;
        return !is_sign && arena_[factor].kind != Kind::inverse;
      });
      if (factors > 1) add_times(work_.multiplications, static_cast<size_t>(factors - 1));
    }
    if (node.kind == Kind::call) {
      const std::string& name = arena_.text(e);
      if (name == "real" || name == "float" || is_number_of_byte(arena_, e)) return;
      Expr& total = work_.functions.try_emplace(name, integer(arena_, 0)).first->second;
      add_times(total, 1);
    }
  }

  Arena& arena_;
  const std::vector<ParameterUse>& uses_;
  Dependence dependence_;
  IterationCounts counts_;
  Work work_;
  std::set<std::pair<uint32_t, uint32_t>> seen_;
  std::map<int, std::vector<StridedAccess>> reads_, writes_;
  std::map<int, Info> read_info_, write_info_;
};

bool share_indices(Arena& arena, const Statement& earlier, Statement& statement) {
  const bool same =
      std::equal(earlier.space.begin(), earlier.space.end(), statement.space.begin(), statement.space.end(),
                 [](const SpaceIndex& a, const SpaceIndex& b) { return a.count == b.count; });
  if (!same) return false;
  Replacements renamed;
  for (size_t i = 0; i < earlier.space.size(); ++i) renamed[statement.space[i].variable] = earlier.space[i].variable;
  statement.offset = substitute(arena, statement.offset, renamed);
  statement.value = substitute(arena, statement.value, renamed);
  for (Expr& condition : statement.guard) condition = substitute(arena, condition, renamed);
  statement.space = earlier.space;
  return true;
}

}  // namespace

Expr Work::flops(Arena& arena) const {
  return add(arena, adds, multiplications);
}

Expr Work::bytes(Arena& arena) const {
  Expr total = integer(arena, 0);
  for (const auto* list : {&reads, &writes}) {
    for (const ArrayTraffic& array : *list) total = add(arena, total, scale(arena, array.elements, array.bytes));
  }
  return total;
}

// Statements over the same ranges share their indices, and with them what they compute in common.
Work derive_work(Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses) {
  WorkCount count(arena, uses);
  for (size_t i = 0; i < meaning.statements.size(); ++i) {
    Statement statement = meaning.statements[i];
    for (size_t earlier = 0; earlier < i; ++earlier) {
      if (share_indices(arena, meaning.statements[earlier], statement)) break;
    }
    count.statement(statement);
  }
  return count.take();
}

}  // namespace whet::lift
