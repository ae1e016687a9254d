#include "lift/expression/print.h"

#include <fmt/format.h>
#include <map>

#include <algorithm>
#include <utility>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "util/text.h"

namespace whet::lift {
namespace {

// How tightly an expression binds: what is looser than its surroundings gets brackets.
enum Level { loose = 0, of_or = 1, of_and = 2, of_comparison = 3, of_sum = 4, of_product = 5, of_atom = 6 };

struct Piece {
  std::string text;
  Level level = of_atom;
};

constexpr const char* k_specials[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                      "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
                                      "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};
constexpr const char* k_folds[] = {"sum", "product", "max", "min", "argmax", "argmin", "squares"};
constexpr const char* k_bound_names = "klmnopqrstuvwxyz";

class Printer {
 public:
  Printer(Arena& arena, const Names& names) : arena_(arena), names_(names) {}

  std::string at(Expr e, Level level) {
    const Piece piece = print(e);
    return piece.level < level ? "(" + piece.text + ")" : piece.text;
  }

 private:
  Piece print(Expr e) {
    const Node node = arena_[e];
    switch (node.kind) {
      case Kind::polynomial:
        return polynomial_piece(node.terms);
      case Kind::real:
        return real_piece(real_value(arena_, e));
      case Kind::sum:
        return sum_piece(node);
      case Kind::product:
        return product_piece(node.args);
      case Kind::inverse:
        return {"1/" + at(node.args[0], of_atom), of_product};
      case Kind::quotient:
        return {at(node.args[0], of_product) + "/" + at(node.args[1], of_atom), of_product};
      case Kind::remainder:
        return {at(node.args[0], of_product) + "%" + at(node.args[1], of_atom), of_product};
      case Kind::select:
        return {at(node.args[0], of_or) + " ? " + at(node.args[1], of_or) + " : " + at(node.args[2], of_or), loose};
      case Kind::nonneg:
        return comparison_piece(node.args[0], "<=");
      case Kind::zero:
        return comparison_piece(node.args[0], "==");
      case Kind::less:
        return {at(node.args[0], of_sum) + " < " + at(node.args[1], of_sum), of_comparison};
      case Kind::equal:
        return {at(node.args[0], of_sum) + " == " + at(node.args[1], of_sum), of_comparison};
      case Kind::negation:
        return negation_piece(node.args[0]);
      case Kind::both:
        return joined_piece(node.args, " and ", of_and);
      case Kind::either:
        return joined_piece(node.args, " or ", of_or);
      default:
        return {atom(e, node), of_atom};
    }
  }

  std::string atom(Expr e, const Node& node) {
    switch (node.kind) {
      case Kind::truth:
        return node.value != 0 ? "true" : "false";
      case Kind::parameter:
        return parameter(node);
      case Kind::special:
        return k_specials[node.value];
      case Kind::symbol:
        return fmt::format("local{}", node.value);
      case Kind::variable:
        return variable(e, node);
      case Kind::bound:
        return bound(node.value);
      case Kind::unknown:
        return "unknown(" + arena_.text(e) + ")";
      case Kind::load:
        return load(node);
      case Kind::maximum:
        return call("max", node.args);
      case Kind::minimum:
        return call("min", node.args);
      case Kind::call:
        return call(arena_.text(e), node.args);
      default:
        return reduction(node);
    }
  }

  std::string parameter(const Node& node) {
    const size_t number = static_cast<size_t>(node.value);
    const bool named = number < names_.parameters.size() && !names_.parameters[number].empty();
    std::string text = named ? names_.parameters[number] : fmt::format("p{}", number);
    return node.bytes != 0 ? fmt::format("{}.{}", text, node.bytes) : text;
  }

  std::string variable(Expr e, const Node& node) {
    for (const auto& [known, name] : names_.variables) {
      if (known == e) return name;
    }
    return fmt::format("v{}", node.value);
  }

  // Names from k on that nothing else has.
  std::string bound(int64_t number) {
    const auto taken = [&](const std::string& name) {
      return std::find(names_.parameters.begin(), names_.parameters.end(), name) != names_.parameters.end() ||
             std::any_of(names_.variables.begin(), names_.variables.end(),
                         [&](const auto& known) { return known.second == name; });
    };
    for (const char* letter = k_bound_names; *letter != 0; ++letter) {
      const std::string name(1, *letter);
      if (!taken(name) && number-- == 0) return name;
    }
    return fmt::format("k{}", number);
  }

  std::string load(const Node& node) {
    const auto index = divide_exactly(arena_, node.args[1], integer(arena_, node.bytes));
    const std::string text = index ? at(*index, loose) : at(node.args[1], loose) + " bytes";
    return at(node.args[0], of_atom) + "[" + text + "]";
  }

  std::string call(const std::string& name, const std::vector<Expr>& args) {
    std::string text = name + "(";
    for (size_t i = 0; i < args.size(); ++i) text += (i > 0 ? ", " : "") + at(args[i], loose);
    return text + ")";
  }

  std::string reduction(const Node& node) {
    return fmt::format("{}({} < {}: {})", k_folds[node.bytes], bound(node.value), at(node.args[0], of_sum),
                       at(node.args[1], loose));
  }

  Piece joined_piece(const std::vector<Expr>& args, const char* word, Level level) {
    std::string text;
    for (const Expr e : args) text += (text.empty() ? "" : word) + at(e, static_cast<Level>(level + 1));
    return {text, level};
  }

  Piece negation_piece(Expr e) {
    const Node node = arena_[e];
    if (node.kind == Kind::zero) return comparison_piece(node.args[0], "!=");
    const char* word = node.kind == Kind::less ? " >= " : " != ";
    return {at(node.args[0], of_sum) + word + at(node.args[1], of_sum), of_comparison};
  }

  static Piece real_piece(double value) { return {fmt::format("{:.9g}", value), value < 0 ? of_sum : of_atom}; }

  std::string term_text(const Term& term, int64_t coefficient) {
    std::string text = coefficient != 1 || term.atoms.empty() ? std::to_string(coefficient) : "";
    for (const Expr e : term.atoms) text += (text.empty() ? "" : "*") + at(e, of_atom);
    return text;
  }

  // Products of more factors first, the constant last; a term with a minus never first if it can be avoided.
  Piece polynomial_piece(std::vector<Term> terms) {
    if (terms.empty()) return {"0", of_atom};
    std::stable_sort(terms.begin(), terms.end(),
                     [](const Term& a, const Term& b) { return a.atoms.size() > b.atoms.size(); });
    std::stable_partition(terms.begin(), terms.end(), [](const Term& term) { return term.coefficient > 0; });
    std::string text;
    for (const Term& term : terms) {
      if (term.coefficient < 0) text += text.empty() ? "-" : " - ";
      if (term.coefficient > 0 && !text.empty()) text += " + ";
      text += term_text(term, std::abs(term.coefficient));
    }
    if (terms.size() > 1 || terms[0].coefficient < 0) return {text, of_sum};
    const bool single = terms[0].atoms.empty() || (terms[0].atoms.size() == 1 && terms[0].coefficient == 1);
    return {text, single ? of_atom : of_product};
  }

  // 0 <= n - i - 1 is "i < n"; 0 == i - 3 is "i == 3".
  Piece comparison_piece(Expr e, const std::string& word) {
    std::vector<Term> left, right;
    for (Term term : terms_of(arena_, e)) {
      if (word == "<=" && term.atoms.empty() && term.coefficient < 0) ++term.coefficient, strict_ = true;
      const bool negative = term.coefficient < 0;
      term.coefficient = std::abs(term.coefficient);
      if (term.coefficient != 0) (negative ? left : right).push_back(term);
    }
    const std::string sign = word == "<=" && std::exchange(strict_, false) ? "<" : word;
    if (word != "<=" && left.empty()) std::swap(left, right);
    if (word != "<=" && std::all_of(left.begin(), left.end(), [](const Term& t) { return t.atoms.empty(); }))
      std::swap(left, right);
    return {polynomial_piece(left).text + " " + sign + " " + polynomial_piece(right).text, of_comparison};
  }

  Piece sum_piece(const Node& node) {
    std::string text;
    std::vector<Expr> args = node.args;
    std::stable_partition(args.begin(), args.end(), [&](Expr e) { return !leads_with_minus(e); });
    for (const Expr e : args) {
      std::string part = at(e, of_sum);
      if (text.empty())
        text = part;
      else if (part.starts_with('-'))
        text += " - " + part.substr(1);
      else
        text += " + " + part;
    }
    return {text, of_sum};
  }

  bool leads_with_minus(Expr e) {
    const Node& node = arena_[e];
    if (node.kind == Kind::real) return true;  // a constant goes last
    return node.kind == Kind::product && std::any_of(node.args.begin(), node.args.end(), [&](Expr x) {
             return arena_[x].kind == Kind::real && real_value(arena_, x) < 0;
           });
  }

  Piece product_piece(const std::vector<Expr>& args) {
    std::string above, below, sign;
    for (const Expr e : args) {
      const Node node = arena_[e];
      if (node.kind == Kind::real && real_value(arena_, e) == -1) {
        sign = "-";
      } else if (node.kind == Kind::inverse) {
        below += "/" + at(node.args[0], of_atom);
      } else if (node.kind == Kind::real) {
        above = fmt::format("{:.9g}", real_value(arena_, e)) + (above.empty() ? "" : "*") + above;
      } else {
        above += (above.empty() ? "" : "*") + at(e, of_atom);
      }
    }
    if (above.empty()) above = "1";
    return {sign + above + below, sign.empty() && !above.starts_with('-') ? of_product : of_sum};
  }

  Arena& arena_;
  const Names& names_;
  bool strict_ = false;
};

}  // namespace

std::string print(Arena& arena, Expr e, const Names& names) {
  return Printer(arena, names).at(e, loose);
}

double written_parts(const Arena& arena, Expr e) {
  std::map<uint32_t, double> parts;
  for (const Expr part : arena.all_parts(e)) {
    double sum = 1;
    for (const Expr arg : arena[part].args) sum += parts[arg.id];
    for (const Term& term : arena[part].terms) {
      for (const Expr atom : term.atoms) sum += parts[atom.id];
    }
    parts[part.id] = sum;
  }
  return parts[e.id];
}

}  // namespace whet::lift
