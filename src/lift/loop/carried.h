// The values that a loop carries from pass to pass, solved: inductions and reductions.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "lift/expression/substitute.h"
#include "util/result.h"

namespace whet::lift {

struct Carried {
  Expr symbol;   // its value at the start of any pass
  Expr initial;  // before the first pass
  Expr update;   // at the end of a pass, in terms of the symbols
  std::string name;
};

struct SolvedLoop {
  Expr variable;                      // number of the pass, from 0
  Expr condition;                     // that another pass follows, in terms of the variable
  Expr count;                         // of passes
  Replacements inside;                // the symbols in a pass, in terms of the variable
  Replacements after;                 // the symbols when the loop was left
  std::optional<Expr> runs_out = {};  // where data may end it: that they did not
  Expr limits = {};                   // the conditions that bound the number of passes whatever the data are
  bool takes_numbers = false;         // it was solved taking it that there are no NaNs, for which the kernel asks
};

// update = symbol (how) body; a fold that is absent: the symbol stays as it is.
struct Accumulation {
  std::optional<Fold> how;
  Expr body = {};
  bool of_integers = false;
};
std::optional<Accumulation> accumulation(Arena& arena, Expr update, Expr symbol);

// What happens between the steps of the solution.
struct LoopHooks {
  std::function<Result<void>(const SolvedLoop&)> counted;  // inductions and the number of passes are known
  std::function<Expr(Expr)> resolve;                       // applied to every update from then on
  std::function<bool(Expr)> is_open;  // whether it has yet to be told what is read: another value in another pass
};

// `go_on` is the condition for another pass in terms of the symbols; `where` names the loop in reasons. A value that is
// neither induction nor reduction becomes unknown. An error when the number of passes cannot be told.
Result<SolvedLoop> solve_loop(Arena& arena, const std::vector<Carried>& carried, Expr go_on, const std::string& where,
                              const LoopHooks& hooks);

}  // namespace whet::lift
