#include "write/subject/stencil_plan.h"

#include <algorithm>
#include <cstdlib>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"
#include "write/subject/placed_load.h"

namespace whet::write {

using lift::Node;
using lift::Statement;

namespace {

class StencilPlanner {
 public:
  StencilPlanner(const Subject& subject, const Nest& nest, int64_t vector)
      : arena_(subject.arena), nest_(nest), vector_(vector), inner_(subject.arena, nest.space) {}

  Result<StencilPlan> plan() {
    TRY_VOID(check());
    plan_.across = nest_.space.back();
    find_lead();
    TRY_VOID(find_inner_part());
    find_places();
    choose_march();
    make_lines();
    const bool has_neighbours = std::any_of(plan_.lines.begin(), plan_.lines.end(), [](const StencilLine& line) {
      return line.first_row != line.last_row || line.before + line.after > 0;
    });
    if (!has_neighbours) return bad_input("no array is read at neighbouring elements");
    add_range_needs();
    add_reach_needs();
    plan_.needs = inner_.needs();
    return plan_;
  }

 private:
  Result<void> check() const {
    if (nest_.space.empty()) return bad_input("a stencil needs an index");
    for (const Statement& statement : nest_.statements) {
      if (statement.update) return bad_input("a stencil cannot combine with what other elements store");
      if (motion(arena_, statement.offset, nest_.space.back().variable, statement.bytes) != Motion::unit)
        return bad_input("a stencil is stored along the last index");
    }
    return {};
  }

  // The first element that is stored need not be the first of a pack: the index is counted from the start of one.
  void find_lead() {
    const Statement& first = nest_.statements.front();
    for (const lift::Term& term : lift::terms_of(arena_, first.offset)) {
      if (term.atoms.empty()) plan_.lead = ((term.coefficient / first.bytes) % vector_ + vector_) % vector_;
    }
    const Expr moved = lift::subtract(arena_, plan_.across.variable, lift::integer(arena_, plan_.lead));
    for (Statement statement : nest_.statements) {
      const auto move = [&](Expr e) { return lift::substitute(arena_, e, {{plan_.across.variable, moved}}); };
      statement.offset = move(statement.offset);
      statement.value = move(statement.value);
      for (Expr& condition : statement.guard) condition = move(condition);
      plan_.border.push_back(std::move(statement));
    }
  }

  Result<void> find_inner_part() {
    std::vector<Expr> unconditional, final;
    for (Statement statement : plan_.border) {
      plan_.edge.push_back(statement);
      plan_.edge.back().value = inner_.unrolled(statement.value);
      const Expr plain = inner_.unclamped(plan_.edge.back().value);
      if (statement.guard.empty()) unconditional.push_back(plain);
      for (const Expr condition : statement.guard) {
        if (inner_.decided(condition) != arena_.truth(true))
          return bad_input("a stencil has no form for a guard that is more than a border");
      }
      statement.guard.clear();
      statement.value = inner_.decided(plain);
      final.push_back(statement.value);
      plan_.inner.push_back(std::move(statement));
    }
    always_ = unconditional_loads(arena_, unconditional);
    loads_ = unconditional_loads(arena_, final);
    return {};
  }

  void find_places() {
    for (const Expr load : loads_) {
      const Node node = arena_[load];
      if (motion(arena_, node.args[1], plan_.across.variable, node.bytes) != Motion::unit) continue;
      if (auto place = placed_load(arena_, load, nest_.space)) places_.push_back(std::move(*place));
    }
  }

  // The first index besides the last along which some array is read at several places; otherwise the one before the
  // last, so that a thread has more than one pack.
  void choose_march() {
    const size_t last = nest_.space.size() - 1;
    std::optional<size_t> chosen;
    for (size_t i = 0; i < last && !chosen; ++i) {
      for (const PlacedLoad& a : places_) {
        for (const PlacedLoad& b : places_) {
          if (is_same_field(arena_, a, b) && a.shifts[i] != b.shifts[i]) chosen = i;
        }
      }
    }
    if (!chosen && last > 0) chosen = last - 1;
    for (size_t i = 0; i < last; ++i) {
      if (i == chosen) plan_.march = nest_.space[i];
      if (i != chosen) plan_.others.push_back(nest_.space[i]);
    }
    march_ = chosen;
  }

  void make_lines() {
    std::vector<const PlacedLoad*> owners;  // of each line
    for (const PlacedLoad& place : places_) {
      size_t at = 0;
      while (at < owners.size() && !is_same_line(*owners[at], place)) ++at;
      const int64_t row = march_ ? place.shifts[*march_] : 0, column = place.shifts.back();
      if (at == owners.size()) {
        owners.push_back(&place);
        const Node node = arena_[place.load];
        plan_.lines.push_back({node.args[0], line_offset(place, node), node.bytes, row, row, 0, 0});
      }
      StencilLine& line = plan_.lines[at];
      line.first_row = std::min(line.first_row, row);
      line.last_row = std::max(line.last_row, row);
      line.before = std::max(line.before, -column);
      line.after = std::max(line.after, column);
      plan_.loads.push_back({place.load, at, row, column});
    }
  }

  bool is_same_line(const PlacedLoad& a, const PlacedLoad& b) const {
    if (!is_same_field(arena_, a, b)) return false;
    for (size_t i = 0; i + 1 < a.shifts.size(); ++i) {
      if (i != march_ && a.shifts[i] != b.shifts[i]) return false;
    }
    return true;
  }

  Expr line_offset(const PlacedLoad& place, const Node& node) {
    lift::Replacements back;
    if (march_) back[plan_.march->variable] = moved_by(plan_.march->variable, -place.shifts[*march_]);
    back[plan_.across.variable] = moved_by(plan_.across.variable, -place.shifts.back());
    return lift::substitute(arena_, node.args[1], back);
  }
  Expr moved_by(Expr variable, int64_t shift) { return lift::add(arena_, variable, lift::integer(arena_, shift)); }

  // A thread reads whole boxes of an array. It may do so where what it stores needs all of them, or where the meaning
  // reads each element of them for some element that it stores: for any, or for one of the inner part.
  void add_reach_needs() {
    const std::vector<Expr> needs = inner_.needs();
    for (size_t at = 0; at < plan_.lines.size(); ++at) {
      const PlacedLoad& sample = places_[index_of_line(at)];
      if (const PlacedLoad* const always = middle_load(sample, true)) {
        add_reach(plan_.lines[at], sample, *always);
      } else if (!is_full_box(at)) {
        const PlacedLoad& inner = *middle_load(sample, false);
        for (const Expr need : needs) inner_.add_need(at_reach(need, plan_.lines[at], sample, inner));
      }
    }
  }

  // Of the loads of the array the one nearest to the middle of all.
  const PlacedLoad* middle_load(const PlacedLoad& sample, bool is_always) const {
    const PlacedLoad* found = nullptr;
    for (const PlacedLoad& place : places_) {
      const bool is_made = std::find(always_.begin(), always_.end(), place.load) != always_.end();
      if ((is_always && !is_made) || !is_same_field(arena_, place, sample)) continue;
      if (!found || distance(place, sample) < distance(*found, sample)) found = &place;
    }
    return found;
  }

  size_t index_of_line(size_t line) const {
    for (size_t i = 0; i < plan_.loads.size(); ++i) {
      if (plan_.loads[i].line == line) return i;
    }
    return 0;
  }

  // How far from the middle of all that is read of the array.
  int64_t distance(const PlacedLoad& place, const PlacedLoad& sample) const {
    int64_t sum = 0;
    for (size_t i = 0; i < place.shifts.size(); ++i) {
      int64_t low = place.shifts[i], high = place.shifts[i];
      for (const PlacedLoad& other : places_) {
        if (!is_same_field(arena_, other, sample)) continue;
        low = std::min(low, other.shifts[i]), high = std::max(high, other.shifts[i]);
      }
      sum += std::abs(2 * place.shifts[i] - low - high);
    }
    return sum;
  }

  // The lowest and the highest shift of the line along an index, from those of the reference on.
  std::pair<int64_t, int64_t> reach(size_t index, const StencilLine& line, const PlacedLoad& sample,
                                    const PlacedLoad& reference) const {
    int64_t low = sample.shifts[index], high = sample.shifts[index];
    if (index == march_) low = line.first_row, high = line.last_row;
    if (index + 1 == nest_.space.size()) low = -line.before, high = line.after;
    return {low - reference.shifts[index], high - reference.shifts[index]};
  }

  // Every element of the line's box, moved back by the reference's shifts, is one of the space.
  void add_reach(const StencilLine& line, const PlacedLoad& sample, const PlacedLoad& reference) {
    for (size_t i = 0; i < nest_.space.size(); ++i) {
      const auto [low, high] = reach(i, line, sample, reference);
      add_between(nest_.space[i], low, high, i + 1 == nest_.space.size() ? plan_.lead : 0);
    }
  }

  // The need where it is smallest among these elements.
  Expr at_reach(Expr need, const StencilLine& line, const PlacedLoad& sample, const PlacedLoad& reference) {
    lift::Replacements moved;
    for (size_t i = 0; i < nest_.space.size(); ++i) {
      const Expr variable = nest_.space[i].variable;
      const auto [low, high] = reach(i, line, sample, reference);
      moved[variable] = moved_by(variable, inner_.coefficient(need, variable).value_or(0) > 0 ? low : high);
    }
    return lift::substitute(arena_, need, moved);
  }

  // lead <= index + low and index + high < lead + count
  void add_between(const lift::SpaceIndex& index, int64_t low, int64_t high, int64_t lead) {
    inner_.add_need(moved_by(index.variable, low - lead));
    inner_.add_need(lift::subtract(arena_, moved_by(index.count, lead - high - 1), index.variable));
  }

  void add_range_needs() {
    for (const lift::SpaceIndex& index : nest_.space)
      add_between(index, 0, 0, index.variable == plan_.across.variable ? plan_.lead : 0);
  }

  bool is_full_box(size_t at) const {
    const StencilLine& line = plan_.lines[at];
    for (int64_t row = line.first_row; row <= line.last_row; ++row) {
      for (const int64_t column : {-line.before, line.after}) {
        const bool is_there = std::any_of(plan_.loads.begin(), plan_.loads.end(), [&](const ShiftedLoad& load) {
          return load.line == at && load.row == row && load.column == column;
        });
        if (!is_there) return false;
      }
    }
    return true;
  }

  lift::Arena& arena_;
  const Nest& nest_;
  int64_t vector_;
  InnerPart inner_;
  StencilPlan plan_;
  std::vector<Expr> always_, loads_;
  std::vector<PlacedLoad> places_;
  std::optional<size_t> march_;
};

}  // namespace

Result<StencilPlan> plan_stencil(const Subject& subject, const Nest& nest, int64_t vector) {
  return StencilPlanner(subject, nest, vector).plan();
}

}  // namespace whet::write
