// What a kernel computes: `forall i < n: c[i] = a[i] + b[i]`. No thread or block is left where the kernel does not
// depend on them, and the same meaning has the same text however the kernel was written.
//
// A meaning is a hypothesis: see lift/thread/thread.h for what is assumed.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lift/expression/print.h"
#include "lift/meaning/draft.h"
#include "lift/meaning/module_variable.h"
#include "ptx/module.h"
#include "source/kernel/parameters.h"
#include "util/result.h"

namespace whet::lift {

struct Statement {
  Expr array;   // a parameter
  Expr offset;  // in bytes
  int bytes = 0;
  Expr value;
  std::vector<SpaceIndex> space;  // from the largest stride to the smallest
  std::vector<Expr> guard;        // what the ranges do not say
  // The element is combined with the value, in any order and over all indices of the space: out[i] += value.
  std::optional<Fold> update = {};
  std::optional<Expr> bins = {};  // the kernel is right only if the computed index of the element is below this count
};

struct Meaning {
  std::vector<Statement> statements;  // every load sees what memory held before the kernel
  Names names;
  std::set<std::string> assumptions;
  // They are arrays or numbers with the numbers that follow those of the kernel's parameters; their contents are
  // inputs.
  std::vector<ModuleVariable> module_variables = {};
  // Numbers that are passed and may be negative: no range, stride or divisor is made of them.
  std::set<PassedNumber> signed_numbers = {};
};

// The kernel named `kernel` of the module. `parameters` give names and say which are pointers; they may be empty.
Result<Meaning> find_meaning(const ptx::Module& module, const std::string& kernel,
                             const std::vector<Parameter>& parameters, Arena& arena);

// One line per statement.
std::string print(Arena& arena, const Meaning& meaning);

}  // namespace whet::lift
