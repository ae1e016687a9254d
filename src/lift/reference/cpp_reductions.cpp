// The reductions of CppExpression.
#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/reference/cpp_expression.h"

namespace whet::lift {

std::string CppExpression::reduction(Expr e, Reading reading) {
  const Node& node = arena_[e];
  const auto how = static_cast<Fold>(node.bytes);
  const bool is_real = reading == Reading::real;
  check_repetition(e);
  if (gives_argument(how)) return argument(e);
  constexpr const char* k_stems[] = {"sum", "product", "largest", "smallest"};
  const bool is_shared = target_ == CppTarget::device && scopes_.is_uniform();
  const std::string path = path_text(), count = integer(node.args[0]), name = fresh(k_stems[node.bytes]);
  const char* low = is_real ? "-INFINITY" : "INT64_MIN";
  const char* high = is_real ? "INFINITY" : "INT64_MAX";
  const char* starts[] = {"0", "1", low, high};
  const std::string start = fmt::format("{} {} = {};", is_real ? "double" : "int64_t", name, starts[node.bytes]);
  if (target_ == CppTarget::host && path.empty() && is_running(e)) {
    scopes_.line_before(start);
    open_running_loop(e, count);
  } else {
    scopes_.line(start);
    open_loop(e, path, count, is_shared);
  }
  const char* const type = is_real ? "double" : "int64_t";
  const std::string body = read(node.args[1], reading);
  if (how == Fold::sum || how == Fold::product) {
    scopes_.line(fmt::format("{} {}= {};", name, how == Fold::sum ? '+' : '*', body));
  } else {
    scopes_.line(fmt::format("{} = {};", name, picked(how == Fold::maximum, type, name + ", " + body, true)));
  }
  close_loop(e);
  if (is_shared) scopes_.line(fmt::format("{0} = {1}_of_{2}<{3}>({0});", name, k_stems[node.bytes], team_.name, type));
  return name;
}

// A thread that computes again what others have computed would take as long as there are threads; so would a sum of
// all before, which goes on from the last one where one thread passes through all of them.
void CppExpression::check_repetition(Expr e) {
  if (target_ == CppTarget::host) return;
  if (path_.empty() && is_running(e)) fail("a running sum");
  if (scopes_.is_uniform()) return;
  const uint64_t around = scopes_.innermost_variables();
  if ((dependence_.of(e) & around) != around)
    fail("a reduction that many elements share under a condition of their own");
}

// Whether the loop around only adds terms to what its last pass had, as in a prefix sum: the terms are the same, and
// their count rises with the loop's variable.
bool CppExpression::is_running(Expr e) {
  const Node& node = arena_[e];
  const uint64_t around = scopes_.innermost_variables();
  if (around == 0 || (dependence_.of(node.args[1]) & around) != 0 || (dependence_.of(node.args[0]) & around) == 0)
    return false;
  const std::vector<Term> terms = terms_of(arena_, node.args[0]);
  return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
    return std::all_of(term.atoms.begin(), term.atoms.end(), [&](Expr atom) {
      const bool is_plain = arena_[atom].kind == Kind::variable || arena_[atom].kind == Kind::parameter;
      return (dependence_.of(atom) & around) == 0 || (is_plain && term.coefficient > 0 && term.atoms.size() == 1);
    });
  });
}

void CppExpression::open_running_loop(Expr e, const std::string& count) {
  const std::string variable = fresh("k"), limit = fresh("count");
  scopes_.line_before(fmt::format("int64_t {} = 0;", variable));
  scopes_.line(fmt::format("const int64_t {} = {};", limit, count));
  scopes_.open(fmt::format("for (; {0} < {1}; ++{0})", variable, limit), uint64_t{1} << dependence_.slot(e));
  bound_names_[arena_[e].value].push_back(variable);
}

// The loop of a reduction; it has no passes where the path does not lead. Returns its variable.
std::string CppExpression::open_loop(Expr e, const std::string& path, const std::string& count, bool is_shared) {
  const std::string variable = fresh("k"), limit = fresh("count");
  scopes_.line(
      fmt::format("const int64_t {} = {};", limit, path.empty() ? count : fmt::format("{} ? {} : 0", path, count)));
  const std::string start = is_shared ? team_.thread : "0", step = is_shared ? team_.size : "1";
  scopes_.open(fmt::format("for (int64_t {0} = {1}; {0} < {2}; {3})", variable, start, limit,
                           is_shared ? variable + " += " + step : "++" + variable),
               uint64_t{1} << dependence_.slot(e), is_shared);
  bound_names_[arena_[e].value].push_back(variable);
  return variable;
}

void CppExpression::close_loop(Expr e) {
  bound_names_[arena_[e].value].pop_back();
  scopes_.close();
}

// The first pass with the greatest or smallest body.
std::string CppExpression::argument(Expr e) {
  const Node& node = arena_[e];
  const bool is_greatest = static_cast<Fold>(node.bytes) == Fold::argmaximum;
  const std::string path = path_text(), count = integer(node.args[0]);
  const std::string name = fresh("at"), best = fresh(is_greatest ? "largest" : "smallest");
  const bool is_whole = is_integer(arena_, node.args[1]);
  const std::string type = is_whole ? "int64_t" : "double";
  scopes_.line(fmt::format("int64_t {} = 0;", name));
  scopes_.line(fmt::format("{} {} = 0;", type, best));
  const std::string variable = open_loop(e, path, count);
  const std::string body = read(node.args[1], is_whole ? Reading::integer : Reading::real);
  scopes_.line(fmt::format("if (const {} value = {}; {} == 0 || value {} {}) {} = value, {} = {};", type, body,
                           variable, is_greatest ? '>' : '<', best, best, name, variable));
  close_loop(e);
  return name;
}

}  // namespace whet::lift
