#include "problem/signature/assumed_fill.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/file/size_flags.h"
#include "source/kernel/index_uses.h"
#include "util/text.h"

namespace whet {

namespace {

class FillAssumption {
 public:
  FillAssumption(Problem& problem, const SourceFunction& function, std::vector<std::string>& notes)
      : problem_(problem), function_(function), notes_(notes) {}

  void run() {
    const Outline read = outline(problem_.source);
    for (const Declaration& declaration : read.declarations) {
      if (declaration.parameters == 0 || !declaration.has_body) continue;
      if (read.code.tokens[declaration.name_token].line != function_.line) continue;
      const auto uses = find_index_uses(read.code, declaration, pointers());
      for (const IndexUse& use : uses) {
        if (use.is_offsets) set_offsets(use);
      }
      for (const IndexUse& use : uses) {
        if (!use.is_offsets) set_places(use);
      }
    }
  }

 private:
  std::vector<std::string> pointers() const {
    std::vector<std::string> names;
    for (const Parameter& parameter : function_.parameters) {
      if (parameter.is_pointer()) names.push_back(parameter.name);
    }
    return names;
  }

  ProblemArgument* argument(const std::string& name) {
    for (ProblemArgument& each : problem_.arguments) {
      if (each.name == name) return &each;
    }
    return nullptr;
  }

  bool is_index(const ProblemArgument* array) const {
    return array && array->role == ArgumentRole::in && !array->is_scalar() && !is_floating(array->type) &&
           array->type != ElementType::boolean && array->type != ElementType::i8 && array->type != ElementType::u8;
  }

  void set_number(std::optional<Formula>& number, const std::string& text) const {
    if (auto parsed = Expression::parse(text)) number = Formula{std::move(*parsed), function_.line};
  }

  // The offsets delimit segments of the arrays they lead into: they ascend to the size of the first of these.
  void set_offsets(const IndexUse& use) {
    ProblemArgument* const array = argument(use.array);
    const ProblemArgument* const into = use.into.empty() ? nullptr : argument(use.into.front());
    if (!is_index(array) || !into || into->is_scalar() || array->shape.size() != 1) return;
    array->fill.kind = FillKind::offsets;
    const std::string total = product_text(into->shape);
    set_number(array->fill.first, total);
    notes_.push_back(fmt::format(
        "`{}` holds offsets that ascend from 0 to {}: the kernel reads parts between neighbours", use.array, total));
  }

  void set_places(const IndexUse& use) {
    ProblemArgument* const array = argument(use.array);
    const ProblemArgument* const into = use.into.empty() ? nullptr : argument(use.into.front());
    if (!is_index(array) || !into || into->is_scalar()) return;
    const std::string count = product_text(into->shape);
    const ProblemArgument* const parts = use.parts.empty() ? nullptr : argument(use.parts);
    if (parts && parts->fill.kind == FillKind::offsets && array->shape.size() == 1) {
      array->fill.kind = FillKind::csr;
      array->fill.offsets = use.parts;
      set_number(array->fill.first, count);
      notes_.push_back(fmt::format("`{}` holds columns below {} of the rows that `{}` delimits, as it leads into `{}`",
                                   use.array, count, use.parts, into->name));
      return;
    }
    array->fill.kind = FillKind::uniform;
    set_number(array->fill.first, "0");
    set_number(array->fill.second, count + " - 1");
    notes_.push_back(
        fmt::format("`{}` holds numbers from 0 to {} - 1, as it leads into `{}`", use.array, count, into->name));
  }

  Problem& problem_;
  const SourceFunction& function_;
  std::vector<std::string>& notes_;
};

}  // namespace

void assume_fills(Problem& problem, const SourceFunction& function, std::vector<std::string>& notes) {
  FillAssumption(problem, function, notes).run();
}

}  // namespace whet
