#include "lift/study/pattern.h"

#include <algorithm>
#include <set>

#include "lift/expression/polynomial.h"
#include "lift/study/factors.h"
#include "lift/study/statement_facts.h"

namespace whet::lift {
namespace {

class Recogniser {
 public:
  Recogniser(Arena& arena, const Statement& statement) : arena_(arena), facts_(arena, statement) {}

  std::string pattern() {
    if (facts_.statement().update) return update();
    if (facts_.reductions().empty()) return without_reduction();
    if (is_attention()) return "attention";
    if (const auto scanned = scan()) return *scanned;
    for (const ReductionFact& reduction : facts_.reductions()) {
      if (reduction.has_data_range) return "sparse rows (a reduction over ranges that an array gives)";
    }
    for (const ReductionFact& reduction : facts_.reductions()) {
      if (const auto found = contraction(reduction)) return *found + maps();
    }
    for (const ReductionFact& reduction : facts_.reductions()) {
      if (is_pairwise(reduction)) return "pairwise (every element with every other)";
    }
    return plain_reduction() + maps() + special_form();
  }

  // The numbers of the parameters whose elements a contraction multiplies.
  std::set<int> operands() {
    std::set<int> numbers;
    for (const ReductionFact& reduction : facts_.reductions()) {
      if (!contraction(reduction)) continue;
      for (const LoadFact& factor : factors_in(arena_, reduction))
        numbers.insert(static_cast<int>(arena_[factor.array].value));
    }
    return numbers;
  }

 private:
  std::string update() {
    const bool computed = facts_.writes_computed_index();
    if (computed && !holds_load(arena_, facts_.statement().value)) return "histogram";
    if (computed) return "scatter with updates";
    const bool full = !facts_.statement().space.empty() && facts_.dependence().of(facts_.statement().offset) == 0;
    return full ? "full reduction by updates" : "reduction by updates";
  }

  std::string without_reduction() {
    const auto& loads = facts_.loads();
    const Statement& statement = facts_.statement();
    const bool gathers = std::any_of(loads.begin(), loads.end(), [](const LoadFact& load) { return load.is_computed; });
    if (facts_.writes_computed_index()) return "scatter";
    if (gathers) return "gather";
    if (loads.empty()) return "map (fill)";
    const bool copies = arena_[statement.value].kind == Kind::load;
    const bool in_place =
        std::all_of(loads.begin(), loads.end(), [&](const LoadFact& load) { return same_index(load, statement); });
    if (copies)
      return in_place               ? "map (copy)"
             : moves_axes(loads[0]) ? "permutation (the axes of an array change places)"
                                    : "copy with another index";
    if (is_stencil()) return "stencil";
    if (reads_members()) return "map over structs";
    return in_place ? "map" : "map with other indices";
  }

  // The element that is stored, or one that does not depend on all indices: a row's factor.
  bool same_index(const LoadFact& load, const Statement& statement) {
    if (load.offset == statement.offset) return true;
    const int bytes = statement.bytes;
    for (const SpaceIndex& index : statement.space) {
      const auto mine = facts_.stride(load.offset, index.variable),
                 its = facts_.stride(statement.offset, index.variable);
      if (!mine) continue;
      if (!its) return false;
      if (load.variables == facts_.space() && *mine != *its && bytes != 0) return false;
    }
    return load.variables != facts_.space();
  }

  // Every index steps through the array, but not with the strides of the output.
  bool moves_axes(const LoadFact& load) {
    if (facts_.statement().space.size() < 2 || load.variables != facts_.space()) return false;
    return std::any_of(facts_.statement().space.begin(), facts_.statement().space.end(), [&](const SpaceIndex& index) {
      return facts_.stride(load.offset, index.variable) != facts_.stride(facts_.statement().offset, index.variable);
    });
  }

  // One array at places that are whole steps of the space apart, so that neighbours share elements.
  bool is_stencil() {
    return any_two_loads([&](const LoadFact& load, Expr apart) { return is_whole_steps(load, apart); });
  }

  // Members of structs: places less than a step of the space apart.
  bool reads_members() {
    return any_two_loads([&](const LoadFact& load, Expr apart) {
      const auto bytes = constant(arena_, apart);
      return bytes && !is_whole_steps(load, apart);
    });
  }

  // Two loads of one array that differ by what does not depend on the space.
  template <typename Test>
  bool any_two_loads(const Test& test) {
    const auto& loads = facts_.loads();
    for (size_t i = 0; i < loads.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (loads[i].array != loads[j].array || loads[i].variables != loads[j].variables) continue;
        const Expr apart = subtract(arena_, loads[i].offset, loads[j].offset);
        const bool is_fixed = facts_.dependence().of(apart) == 0 && constant(arena_, apart) != 0;
        if (is_fixed && loads[i].variables != 0 && test(loads[i], apart)) return true;
      }
    }
    return false;
  }

  // 4*w - 8 with steps 4*w and 4: one of the first and two of the second.
  bool is_whole_steps(const LoadFact& load, Expr apart) {
    const std::vector<Term> terms = terms_of(arena_, apart);
    return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
      return std::any_of(facts_.statement().space.begin(), facts_.statement().space.end(),
                         [&](const SpaceIndex& index) {
                           const auto step = facts_.stride(load.offset, index.variable);
                           const std::vector<Term> of_step = step ? terms_of(arena_, *step) : std::vector<Term>();
                           return of_step.size() == 1 && of_step[0].atoms == term.atoms &&
                                  term.coefficient % of_step[0].coefficient == 0;
                         });
    });
  }

  // A range that ends at an index of the space.
  std::optional<std::string> scan() {
    for (const ReductionFact& reduction : facts_.reductions()) {
      if (reduction.is_nested || reduction.has_data_range) continue;
      const uint64_t range = facts_.dependence().of(reduction.open.count) & facts_.space();
      if (range == 0) continue;
      const bool prefix = std::all_of(reduction.loads.begin(), reduction.loads.end(),
                                      [&](const LoadFact& load) { return (load.variables & range) == 0; });
      if (prefix && !reduction.loads.empty()) return "scan (prefix reduction)";
    }
    return {};
  }

  bool has(uint64_t slots, int slot) const { return (slots >> slot & 1) != 0; }

  // A sum of products of two loads that both step with its variable.
  std::optional<std::string> contraction(const ReductionFact& reduction) {
    if (reduction.open.how != Fold::sum) return {};
    const std::vector<Expr> args = product_factors(arena_, innermost_body(arena_, reduction.open.body));
    if (args.size() < 2) return {};
    const std::vector<LoadFact> factors = factors_in(arena_, reduction);
    if (factors.size() == 1 && std::count(args.begin(), args.end(), args[0]) > 1) return {};
    if (factors.size() != 2) return {};
    return contraction_of(reduction, factors[0], factors[1]);
  }

  std::string contraction_of(const ReductionFact& reduction, const LoadFact& a, const LoadFact& b) {
    if (slides(reduction, a) || slides(reduction, b)) return "convolution";
    const uint64_t both = a.variables & b.variables & facts_.space();
    const uint64_t only_a = a.variables & ~b.variables & facts_.space(),
                   only_b = b.variables & ~a.variables & facts_.space();
    if (only_a == 0 && only_b == 0)
      return both == 0 ? "contraction (dot product)" : "contraction (row-wise dot products)";
    if (only_a == 0 || only_b == 0)
      return both == 0 ? "contraction (matrix times vector)" : "batched contraction (matrices times vectors)";
    return std::string(both == 0 ? "contraction (matrix product" : "batched contraction (matrix products") +
           transposed(reduction, a, b) + ")";
  }

  // An index of the space and the variable of the reduction step alike: a window.
  bool slides(const ReductionFact& reduction, const LoadFact& load) {
    const auto step = facts_.stride(load.offset, reduction.open.variable);
    return step &&
           std::any_of(facts_.statement().space.begin(), facts_.statement().space.end(),
                       [&](const SpaceIndex& index) { return facts_.stride(load.offset, index.variable) == step; });
  }

  // Usual is that the left factor has the summed index inside, the right factor outside.
  std::string transposed(const ReductionFact& reduction, const LoadFact& a, const LoadFact& b) {
    const auto& space = facts_.statement().space;
    if (space.empty()) return "";
    const auto row_of = [&](const LoadFact& load) {
      return std::any_of(space.begin(), space.end() - 1, [&](const SpaceIndex& index) {
        return has(load.variables, facts_.dependence().slot(index.variable)) &&
               !has(a.variables & b.variables, facts_.dependence().slot(index.variable));
      });
    };
    const bool a_is_left = row_of(a);
    const LoadFact &left = a_is_left ? a : b, &right = a_is_left ? b : a;
    const auto is_inner = [&](const LoadFact& load) {
      const auto step = facts_.stride(load.offset, reduction.open.variable);
      return step && constant(arena_, *step).has_value();
    };
    std::string text;
    if (!is_inner(left)) text += ", left operand transposed";
    if (is_inner(right)) text += ", right operand transposed";
    return text;
  }

  // The same array at an index of the space and at that of the reduction.
  bool is_pairwise(const ReductionFact& reduction) {
    const auto& all = facts_.loads();
    return std::any_of(reduction.loads.begin(), reduction.loads.end(), [&](const LoadFact& load) {
      if (!has(load.variables, reduction.slot) || (load.variables & facts_.space()) != 0) return false;
      return std::any_of(all.begin(), all.end(), [&](const LoadFact& other) {
        return other.array == load.array && (other.variables & facts_.space()) != 0 &&
               !has(other.variables, reduction.slot) && other.variables == (other.variables & facts_.space());
      });
    });
  }

  // A sum of exponentials that divides, weighing another array.
  bool is_attention() {
    if (!facts_.calls("exp") && !facts_.calls("exp2")) return false;
    int sums = 0;
    bool weighs = false;
    for (const ReductionFact& reduction : facts_.reductions()) {
      if (reduction.open.how != Fold::sum) continue;
      ++sums;
      const Node body = arena_[reduction.open.body];
      const bool has_exponential = std::any_of(body.args.begin(), body.args.end(), [&](Expr arg) {
        return arena_[arg].kind == Kind::call && arena_.text(arg).starts_with("exp");
      });
      const bool has_value =
          std::any_of(body.args.begin(), body.args.end(), [&](Expr arg) { return arena_[arg].kind == Kind::load; });
      if (body.kind == Kind::product && has_exponential && has_value && !reduction.is_nested) weighs = true;
    }
    return weighs && sums >= 2;
  }

  std::string plain_reduction() {
    if (facts_.statement().space.empty()) return "full reduction";
    for (const ReductionFact& reduction : facts_.reductions()) {
      for (const LoadFact& load : reduction.loads) {
        if (!has(load.variables, reduction.slot)) continue;
        if ((load.variables & facts_.space()) == 0) return "full reduction";
        const auto inner = facts_.stride(load.offset, reduction.open.variable);
        return inner && constant(arena_, *inner) ? "row reduction" : "column reduction";
      }
    }
    return "reduction";
  }

  std::string maps() {
    const bool after = arena_[facts_.statement().value].kind != Kind::reduction;
    const auto& reductions = facts_.reductions();
    const bool before = std::any_of(reductions.begin(), reductions.end(), [&](const ReductionFact& reduction) {
      const Expr body = innermost_body(arena_, reduction.open.body);
      return arena_[body].kind != Kind::load && product_factors(arena_, body).empty();
    });
    if (before && after) return " with maps before and after";
    return before ? " with a map before" : after ? " with a map after" : "";
  }

  std::string special_form() {
    const bool exponential = facts_.calls("exp") || facts_.calls("exp2");
    const auto parts = arena_.all_parts(facts_.statement().value);
    const bool divides = std::any_of(parts.begin(), parts.end(), [&](Expr part) {
      return arena_[part].kind == Kind::inverse && arena_[arena_[part].args[0]].kind == Kind::reduction;
    });
    if (exponential && divides) return " (softmax)";
    const bool root = facts_.calls("sqrt") && std::any_of(parts.begin(), parts.end(), [&](Expr part) {
                        return arena_[part].kind == Kind::inverse;
                      });
    return root ? " (normalisation)" : "";
  }

  Arena& arena_;
  StatementFacts facts_;
};

}  // namespace

std::vector<std::string> patterns(Arena& arena, const Meaning& meaning) {
  std::vector<std::string> found;
  for (const Statement& statement : meaning.statements) {
    const std::string pattern = Recogniser(arena, statement).pattern();
    if (std::find(found.begin(), found.end(), pattern) == found.end()) found.push_back(pattern);
  }
  return found;
}

std::vector<int> product_operands(Arena& arena, const Meaning& meaning) {
  std::set<int> numbers;
  for (const Statement& statement : meaning.statements) numbers.merge(Recogniser(arena, statement).operands());
  return {numbers.begin(), numbers.end()};
}

}  // namespace whet::lift
