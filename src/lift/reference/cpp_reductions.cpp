// The reductions of CppExpression.
#include <fmt/format.h>

#include "lift/expression/real.h"
#include "lift/reference/cpp_expression.h"

namespace whet::lift {

std::string CppExpression::reduction(Expr e, Reading reading) {
  const Node& node = arena_[e];
  const auto how = static_cast<Fold>(node.bytes);
  const bool is_real = reading == Reading::real;
  if (gives_argument(how)) return argument(e);
  constexpr const char* k_stems[] = {"sum", "product", "largest", "smallest"};
  const std::string path = path_text(), count = integer(node.args[0]), name = fresh(k_stems[node.bytes]);
  const char* low = is_real ? "-INFINITY" : "INT64_MIN";
  const char* high = is_real ? "INFINITY" : "INT64_MAX";
  const char* starts[] = {"0", "1", low, high};
  scopes_.line(fmt::format("{} {} = {};", is_real ? "double" : "int64_t", name, starts[node.bytes]));
  open_loop(e, path, count);
  const std::string body = read(node.args[1], reading);
  if (how == Fold::sum || how == Fold::product) {
    scopes_.line(fmt::format("{} {}= {};", name, how == Fold::sum ? '+' : '*', body));
  } else {
    const char* pick = how == Fold::maximum ? "max" : "min";
    scopes_.line(fmt::format("{0} = std::{1}<{2}>({0}, {3});", name, pick, is_real ? "double" : "int64_t", body));
  }
  close_loop(e);
  return name;
}

// The loop of a reduction; it has no passes where the path does not lead. Returns its variable.
std::string CppExpression::open_loop(Expr e, const std::string& path, const std::string& count) {
  const std::string variable = fresh("k"), limit = fresh("count");
  scopes_.line(
      fmt::format("const int64_t {} = {};", limit, path.empty() ? count : fmt::format("{} ? {} : 0", path, count)));
  scopes_.open(fmt::format("for (int64_t {0} = 0; {0} < {1}; ++{0})", variable, limit),
               uint64_t{1} << dependence_.slot(e));
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
