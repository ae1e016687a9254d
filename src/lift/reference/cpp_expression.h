// Expressions of a meaning as C++ in double. Reductions, and what is used twice, become variables of the outermost loop
// in which they can be computed.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lift/evaluate/dependence.h"
#include "lift/evaluate/parameter_use.h"
#include "lift/reference/cpp_reference.h"
#include "lift/reference/cpp_scopes.h"

namespace whet::lift {

// The low bits of a number: of -8, as a signed one.
std::string wrapped_text(const std::string& text, int bits);

// An element of a kernel's array as a double. Halves have no conversion of their own to one.
std::string as_double(const ParameterUse& use, const std::string& element);

// On a device, arrays have the types of the kernel's, and what a loop reduces that all threads of a block pass through
// together is shared out among them.
enum class CppTarget : uint8_t { host, device };

// The threads that share a reduction out among them: those of a block or of a warp.
struct Team {
  const char* thread = "threadIdx.x";
  const char* size = "blockDim.x";
  const char* name = "block";
};

class CppExpression {
 public:
  CppExpression(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                const ReferenceForm& form, CppTarget target = CppTarget::host);

  // What follows is computed only where `condition` holds.
  void assume(Expr condition);
  void forget() { path_.pop_back(); }

  // What occurs twice in these is worth a variable.
  void count_uses(const std::vector<Expr>& roots);

  std::string real(Expr e);
  std::string integer(Expr e);
  std::string condition(Expr e);
  std::string element(Expr array, Expr offset, int bytes);  // x[i]
  std::string parameter(int number) const;

  std::string fresh(const std::string& stem);  // a name that nothing else has: "sum_2"

  const ReferenceForm& form() const { return form_; }
  void take_team(const Team& team) { team_ = team; }
  const Team& team() const { return team_; }

  CppScopes& scopes() { return scopes_; }
  Dependence& dependence() { return dependence_; }
  std::string fail(const std::string& why);
  // Why there is no such text; empty: there is one.
  const std::string& failure() const { return failure_; }

 private:
  enum class Reading : uint8_t { real, integer };
  struct Assumed {
    std::string text;
    uint64_t variables = 0;
  };
  struct Variable {
    std::string name;
    int scope = 0;
  };

  std::string read(Expr e, Reading reading) { return reading == Reading::real ? real(e) : integer(e); }
  std::string kept(Expr e, Reading reading);
  std::string computed(Expr e, Reading reading);
  std::string computed_real(Expr e);
  std::string computed_integer(Expr e);
  std::string reduction(Expr e, Reading reading);
  bool is_running(Expr e);
  std::string argument(Expr e);
  std::string open_loop(Expr e, const std::string& path, const std::string& count, bool is_shared = false);
  std::string loaded(Expr e, Reading reading);
  void check_repetition(Expr e);
  void open_running_loop(Expr e, const std::string& count);
  void close_loop(Expr e);
  std::string select(Expr e, Reading reading);
  std::string extreme(Expr e, Reading reading);
  std::string picked(bool is_greatest, const char* type, const std::string& values, bool is_pair = false);
  std::string polynomial(const Node& node);
  std::string call(Expr e);
  std::string integer_call(Expr e);
  std::string joined(const std::vector<Expr>& args, Reading reading, const char* separator);
  std::string comparison(const Node& node, const char* sign);
  bool is_worth_a_variable(Expr e) const;
  std::string path_text() const;
  std::string variable_name(Expr e);

  const Arena& arena_;
  const Meaning& meaning_;
  const std::vector<ParameterUse>& uses_;
  const ReferenceForm& form_;
  CppTarget target_;
  Team team_ = {};
  Dependence dependence_;
  CppScopes scopes_;
  std::vector<Assumed> path_;
  std::map<uint32_t, int> times_used_;
  std::map<std::tuple<uint32_t, Reading, std::string>, Variable> kept_;
  std::map<int64_t, std::vector<std::string>> bound_names_;  // by number of the bound variable, innermost last
  std::map<std::string, int> stems_;
  std::string failure_;
};

}  // namespace whet::lift
