#include "write/schedule/whole_lines.h"

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "write/schedule/copied_operands.h"
#include "write/schedule/lined_array.h"
#include "write/text/aligned_scratch.h"
#include "write/text/kernel_file.h"

namespace whet::write {

using lift::SpaceIndex;
using lift::Statement;

namespace {

// A pack is a word of the copy. The place of a pack takes divisions, more than loading elements that are no whole word.
MapNumbers copying_map(const Subject& subject) {
  return {256, subject.is_double() ? 2 : 4, 4};
}

class WholeLines {
 public:
  WholeLines(const Subject& subject, const Nest& nest, ContractionPlan plan, std::optional<ElementType> hidden_type)
      : subject_(subject),
        arena_(subject.arena),
        plan_(std::move(plan)),
        type_(number_type()),
        hidden_type_(hidden_type.value_or(type_)) {
    found_.parameters = subject.parameters;
    found_.stages.push_back({Stage::Role::product, nest});
  }

  Result<Stages> make(LineCopies copies) {
    TRY(left, copies.left ? copied(plan_.left) : Result<Expr>(plan_.left.value));
    TRY(right, copies.right ? copied(plan_.right) : Result<Expr>(plan_.right.value));
    const Expr terms = plan_.is_real ? lift::product(arena_, {left, right}) : lift::multiply(arena_, left, right);
    const lift::Replacements replaced{
        {plan_.total, lift::close_reduction(arena_, {lift::Fold::sum, plan_.term, plan_.count, terms})}};
    std::vector<Statement>& statements = found_.stages[0].nest.statements;
    statements = plan_.statements;
    for (Statement& each : statements) each.value = lift::substitute(arena_, each.value, replaced);
    return std::move(found_);
  }

 private:
  ElementType number_type() const {
    if (plan_.is_real) return subject_.is_double() ? ElementType::f64 : ElementType::f32;
    return ElementType::i32;
  }

  // Indices that count through the lines: those of the batch that the operand depends on, and the terms.
  std::vector<SpaceIndex> line_indices(const ContractionOperand& operand) const {
    std::vector<SpaceIndex> found;
    for (const SpaceIndex& index : plan_.batch) {
      if (arena_.contains(operand.value, index.variable)) found.push_back(index);
    }
    found.push_back({plan_.term, plan_.count, false});
    return found;
  }

  Result<void> check(const ContractionOperand& operand) const {
    const bool is_word = operand.plain && subject_.parameter(arena_[*operand.plain].args[0]).type == type_;
    if (!plan_.is_real && !(plan_.is_narrow && is_word))
      return bad_input("integers are copied as they are, in words of 32 bits");
    return {};
  }

  // The load of the operand's copy in the product.
  Result<Expr> copied(const ContractionOperand& operand) {
    TRY_VOID(check(operand));
    const std::vector<SpaceIndex> lines = line_indices(operand);
    const bool has_sums = !parts_of_kind(arena_, {operand.value}, lift::Kind::reduction).empty();
    const std::string side = operand.own.variable == plan_.row().variable ? "left" : "right";
    const std::string stem = has_sums ? "hidden" : side;
    const LinedShape shape{stem + (has_sums ? "_values" : "_copy"), stem + "_words", has_sums ? hidden_type_ : type_,
                           lines, operand.own};
    return add_lined_array(subject_, shape, operand.value, has_sums ? Stage::Role::hidden : Stage::Role::copy, found_);
  }

  const Subject& subject_;
  lift::Arena& arena_;
  ContractionPlan plan_;
  ElementType type_;         // of copies
  ElementType hidden_type_;  // of what sums inside of operands become
  Stages found_;             // the product, and then the copies
};

}  // namespace

Result<Stages> stages_with_lines(const Subject& subject, const Nest& nest, ContractionPlan plan, LineCopies copies,
                                 std::optional<ElementType> hidden_type) {
  return WholeLines(subject, nest, std::move(plan), hidden_type).make(copies);
}

Result<WrittenKernel> write_whole_lines(const Subject& subject, const Nest& nest, LineCopies copies,
                                        const WriteProduct& write) {
  TRY(plan, plan_contraction(subject, nest));
  TRY(stages, stages_with_lines(subject, nest, std::move(plan), copies));
  TRY(kernel,
      write_after_copies(subject, stages, write, copying_map(subject),
                         "Kernels before copy operands to lines of whole words, whose neighbours are of one term."));
  for (const WrittenScratch& copy : stages.scratch)
    align_scratch(kernel, copy.name, static_cast<int64_t>(bytes_of(*parse_element_type(copy.type))));
  assemble(subject, kernel);
  return kernel;
}

}  // namespace whet::write
