#include "write/schedule/neighbour_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "write/schedule/copied_operands.h"
#include "write/schedule/row_index.h"
#include "write/subject/convolution_plan.h"
#include "write/subject/operand_layout.h"

namespace whet::write {

using lift::SpaceIndex;
using lift::Statement;

namespace {

constexpr MapNumbers k_copying_map{256, 8, 1};
constexpr int64_t k_neighbours = 8;  // of a chunk of two-byte elements

class NeighbourTerms {
 public:
  NeighbourTerms(const Subject& subject, const Nest& nest, ContractionPlan plan, SpaceIndex last, bool is_padded)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        plan_(std::move(plan)),
        last_(last),
        is_padded_(is_padded) {
    found_.parameters = subject.parameters;
    found_.stages.push_back({Stage::Role::product, nest});
  }

  Result<Stages> make() {
    padded_ = last_;
    if (is_padded_) TRY_VOID(pad_range());
    TRY(left, laid_out(plan_.left));
    TRY(right, laid_out(plan_.right));
    if (found_.stages.size() == 1) return bad_input("terms are neighbours in both operands");
    TRY_VOID(write_sum(left, right));
    return std::move(found_);
  }

 private:
  Result<void> pad_range() {
    TRY(formula, count_formula(subject_, {last_}));
    padded_formula_ = fmt::format("{} * ceil_div({}, {})", k_neighbours, formula, k_neighbours);
    const std::string name = found_.unused_name("padded_length");
    const Expr count =
        found_.add_parameter(arena_, {name, name, ElementType::i64, false, false, true, padded_formula_});
    padded_ = {arena_.fresh_variable(), count, false};
    return {};
  }

  // Where an element of the copy is, by dimensions or by what the product reads of them.
  Expr place(const OperandLayout& layout, bool is_read, int bytes) const {
    Expr at = lift::integer(arena_, 0);
    for (const LayoutDimension& each : layout.outer)
      at = lift::add(arena_, lift::multiply(arena_, at, each.index.count), is_read ? each.read : each.index.variable);
    at = lift::add(arena_, lift::multiply(arena_, at, padded_.count), padded_.variable);
    return lift::scale(arena_, at, bytes);
  }

  // The load of the operand in the product: from its copy, or from where it is.
  Result<Expr> laid_out(const ContractionOperand& operand) {
    const lift::Node node = arena_[*operand.plain];
    TRY(layout, operand_layout(subject_, plan_, operand, last_));
    const auto along = lift::linear_in(arena_, layout.from, last_.variable);
    const bool is_unit = lift::constant(arena_, along->coefficient) == node.bytes;
    const bool is_in_order = operand.is_gathered || layout.from == place(layout, false, node.bytes);
    if (!is_padded_ && is_unit && is_in_order) return with_parts(subject_, plan_, operand, operand.value);
    TRY(copy, add_copy(subject_.parameter(node.args[0]), layout));
    add_copying(copy, layout, arena_.load(node.args[0], layout.from, node.bytes), node.bytes);
    return arena_.load(copy, place(layout, true, node.bytes), node.bytes);
  }

  Result<Expr> add_copy(const SubjectParameter& of, const OperandLayout& layout) {
    std::vector<SpaceIndex> outer;
    for (const LayoutDimension& each : layout.outer) outer.push_back(each.index);
    TRY(count, count_formula(subject_, outer));
    TRY(length, count_formula(subject_, {last_}));
    const std::string name = found_.unused_name(of.name + "_copy");
    found_.scratch.push_back({name, std::string(name_of(of.type)),
                              fmt::format("max(1, {} * {})", count, is_padded_ ? padded_formula_ : length)});
    return found_.add_parameter(arena_, {name, name, of.type, true, true});
  }

  // The elements of the operand, and zeros behind them.
  void add_copying(Expr copy, const OperandLayout& layout, Expr value, int bytes) {
    add_storing(copy, layout, layout.last, value, place(layout, false, bytes), bytes);
    if (!is_padded_) return;
    const SpaceIndex behind{arena_.fresh_variable(), lift::subtract(arena_, padded_.count, layout.last.count), false};
    const Expr at = lift::substitute(arena_, place(layout, false, bytes),
                                     {{padded_.variable, lift::add(arena_, layout.last.count, behind.variable)}});
    add_storing(copy, layout, behind, lift::real(arena_, 0), at, bytes);
  }

  void add_storing(Expr copy, const OperandLayout& layout, const SpaceIndex& last, Expr value, Expr at, int bytes) {
    Nest nest;
    for (const LayoutDimension& each : layout.outer) nest.space.push_back(each.index);
    nest.space.push_back(last);
    at = lift::substitute(arena_, at, {{padded_.variable, last.variable}});
    nest.statements = {{copy, at, bytes, value, nest.space, {}, {}, {}}};
    for (size_t i = nest.space.size() - 1; i-- > 1;) join(nest, i - 1);
    nest.statements[0].space = nest.space;
    found_.stages.push_back({Stage::Role::copy, std::move(nest)});
  }

  // Two dimensions as one where neither array tells them apart.
  void join(Nest& nest, size_t at) const {
    Statement& only = nest.statements[0];
    const SpaceIndex outer = nest.space[at], inner = nest.space[at + 1];
    const Expr both = arena_.fresh_variable();
    const auto offset = with_one_index(arena_, only.offset, outer, inner, both);
    const auto value = with_one_index(arena_, only.value, outer, inner, both);
    if (!offset || !value) return;
    only.offset = *offset, only.value = *value;
    nest.space[at] = {both, lift::multiply(arena_, outer.count, inner.count), false};
    nest.space.erase(nest.space.begin() + static_cast<ptrdiff_t>(at) + 1);
  }

  // The sum of the product's statements over the terms in their new order.
  Result<void> write_sum(Expr left, Expr right) {
    Nest whole = nest_;
    whole.has_map = false;
    TRY(reductions, plan_reductions(subject_, whole));
    std::vector<Expr> guards;
    for (const ContractionOperand* each : {&plan_.left, &plan_.right}) {
      for (const OperandGuard& guard : each->guards)
        guards.push_back(guard.holds ? guard.condition : lift::negate(arena_, guard.condition));
    }
    Expr sum = lift::product(arena_, {left, right});
    const lift::Replacements padded{{last_.variable, padded_.variable}};
    sum = lift::substitute(arena_, sum, padded);
    sum = lift::close_reduction(arena_, {lift::Fold::sum, padded_.variable, padded_.count, sum});
    if (!guards.empty()) sum = lift::select(arena_, lift::both(arena_, guards), sum, lift::real(arena_, 0));
    for (size_t at = plan_.term_parts.size(); at-- > 0;) {
      const SpaceIndex& part = plan_.term_parts[at];
      if (part.variable == last_.variable) continue;
      sum = lift::close_reduction(arena_, {lift::Fold::sum, part.variable, part.count, sum});
    }
    const lift::Replacements replaced{{reductions.phases[0].reductions[0].node, sum}};
    for (Statement& each : found_.stages[0].nest.statements)
      each.value = lift::substitute(arena_, each.value, replaced);
    return {};
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  ContractionPlan plan_;
  SpaceIndex last_, padded_;  // the terms that become neighbours, and as many as copies have
  bool is_padded_;
  std::string padded_formula_;
  Stages found_;  // the product, and then the copies
};

}  // namespace

Result<WrittenKernel> write_neighbour_terms(const Subject& subject, const Nest& nest, bool is_padded,
                                            const WriteProduct& write) {
  TRY(plan, plan_gathered_contraction(subject, nest));
  if (!plan.is_gathered() || !plan.left.plain || !plan.right.plain)
    return bad_input("copies are for gathered operands as they are in memory");
  const auto last = neighbour_range(subject, plan);
  if (!last) return bad_input("every range of terms decides whether elements are there");
  TRY(stages, NeighbourTerms(subject, nest, std::move(plan), *last, is_padded).make());
  return write_after_copies(subject, stages, write, k_copying_map,
                            "Kernels before copy operands such that terms are neighbours in memory.");
}

}  // namespace whet::write
