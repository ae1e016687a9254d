#include "lift/study/remarks.h"

#include <algorithm>

#include "lift/evaluate/parameter_use.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "ptx/flow/flow_graph.h"

namespace whet::lift {
namespace {

bool is_exponential(const Arena& arena, Expr e) {
  return arena[e].kind == Kind::call && arena.text(e).starts_with("exp") && arena.text(e) != "expm1";
}

bool holds_maximum(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
    const Node& node = arena[part];
    return node.kind == Kind::maximum ||
           (node.kind == Kind::reduction && static_cast<Fold>(node.bytes) == Fold::maximum);
  });
}

// A sum of exponentials divides, and no maximum was subtracted in them.
bool has_bare_softmax(const Arena& arena, Expr value) {
  for (const Expr part : arena.all_parts(value)) {
    if (arena[part].kind != Kind::inverse) continue;
    const Node& below = arena[arena[part].args[0]];
    if (below.kind != Kind::reduction || static_cast<Fold>(below.bytes) != Fold::sum) continue;
    if (is_exponential(arena, below.args[1]) && !holds_maximum(arena, below.args[1])) return true;
  }
  return false;
}

// sum(x*x)/n - (sum(x)/n)^2: the difference of two large numbers.
bool has_one_pass_variance(const Arena& arena, Expr value) {
  const auto parts = arena.all_parts(value);
  const auto is_sum_of = [&](Expr e, bool squares) {
    if (arena[e].kind != Kind::reduction || static_cast<Fold>(arena[e].bytes) != Fold::sum) return false;
    const Node& body = arena[arena[e].args[1]];
    const bool square = body.kind == Kind::product && body.args.size() == 2 && body.args[0] == body.args[1];
    return square == squares;
  };
  for (const Expr part : parts) {
    if (arena[part].kind != Kind::sum) continue;
    bool squares = false, square_of_sum = false;
    for (const Expr term : arena[part].args) {
      const std::vector<Expr> factors = arena[term].kind == Kind::product ? arena[term].args : std::vector<Expr>{term};
      const bool negative = std::any_of(factors.begin(), factors.end(), [&](Expr e) {
        return arena[e].kind == Kind::real && real_value(arena, e) < 0;
      });
      squares |= !negative && std::any_of(factors.begin(), factors.end(), [&](Expr e) { return is_sum_of(e, true); });
      square_of_sum |=
          negative && std::count_if(factors.begin(), factors.end(), [&](Expr e) { return is_sum_of(e, false); }) >= 2;
    }
    if (squares && square_of_sum) return true;
  }
  return false;
}

// The first line that computes in double, where no array and no argument is double.
std::string accidental_double(const Arena& arena, const Meaning& meaning, const ptx::Module& module,
                              const ptx::Function& kernel) {
  for (const ptx::Variable& parameter : kernel.parameters) {
    if (parameter.type == ptx::Type::f64) return "";
  }
  for (const Statement& statement : meaning.statements) {
    if (statement.bytes == 8) return "";
    for (const Expr part : arena.all_parts(statement.value)) {
      if (arena[part].kind == Kind::load && arena[part].bytes == 8) return "";
    }
  }
  for (const ptx::Instruction& code : kernel.body) {
    const bool computes = code.opcode == "add" || code.opcode == "sub" || code.opcode == "mul" ||
                          code.opcode == "fma" || code.opcode == "div" || code.opcode == "sqrt";
    if (!computes || code.type() != ptx::Type::f64) continue;
    const std::string place = ptx::source_text(module, code);
    return place.empty() ? "PTX line " + std::to_string(code.line) : place;
  }
  return "";
}

bool has_bare_quotient_of_sum(const Arena& arena, Expr value) {
  const auto parts = arena.all_parts(value);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
    return arena[part].kind == Kind::call && (arena.text(part) == "log" || arena.text(part) == "log2") &&
           is_exponential(arena, arena[part].args[0]);
  });
}

}  // namespace

std::vector<std::string> numerical_remarks(Arena& arena, const Meaning& meaning, const ptx::Module& module,
                                           const ptx::Function& kernel) {
  std::vector<std::string> remarks;
  const auto any = [&](auto test) {
    return std::any_of(meaning.statements.begin(), meaning.statements.end(),
                       [&](const Statement& statement) { return test(arena, statement.value); });
  };
  if (any(has_bare_softmax)) {
    remarks.push_back(
        "a softmax without its maximum: exp overflows for inputs above 88 (fp32); subtract the maximum first");
  }
  if (any(has_one_pass_variance)) {
    remarks.push_back(
        "a variance in one pass (mean of squares less square of mean) loses all digits where the mean is large");
  }
  if (any(has_bare_quotient_of_sum)) remarks.push_back("a logarithm of an exponential: the exponential may overflow");
  const std::string place = accidental_double(arena, meaning, module, kernel);
  if (!place.empty()) {
    remarks.push_back("computes in double (" + place +
                      ") though no array or argument is double: a constant without `f`?");
  }
  return remarks;
}

bool rounds_badly(Arena& arena, const Meaning& meaning) {
  return std::any_of(meaning.statements.begin(), meaning.statements.end(), [&](const Statement& statement) {
    return has_bare_softmax(arena, statement.value) || has_one_pass_variance(arena, statement.value) ||
           has_bare_quotient_of_sum(arena, statement.value);
  });
}

namespace {

bool is_computed(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
    const Kind kind = arena[part].kind;
    return kind == Kind::sum || kind == Kind::product || kind == Kind::inverse;
  });
}

bool cuts_number(const Arena& arena, Expr e) {
  constexpr std::string_view k_cuts[] = {"int", "floor", "ceil", "trunc", "rint", "round"};
  if (arena[e].kind != Kind::call || !is_computed(arena, arena[e].args[0])) return false;
  return std::find(std::begin(k_cuts), std::end(k_cuts), arena.text(e)) != std::end(k_cuts);
}

}  // namespace

bool cuts_numbers(Arena& arena, const Meaning& meaning) {
  return std::any_of(meaning.statements.begin(), meaning.statements.end(), [&](const Statement& statement) {
    const auto parts = arena.all_parts(statement.value);
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return cuts_number(arena, part); });
  });
}

}  // namespace whet::lift
