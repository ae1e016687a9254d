// The work that a meaning needs, as expressions of the sizes: each value is computed once, each element is moved once.
//
//   forall i < rows: y[i] = sum(k < cols: x[cols*i + k])     rows*cols additions, reads rows*cols, writes rows elements
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lift/evaluate/parameter_use.h"
#include "lift/meaning/meaning.h"

namespace whet::lift {

// What is read or written of one array.
struct ArrayTraffic {
  int parameter = 0;
  int bytes = 0;          // of an element
  Expr elements;          // different ones
  Expr uses;              // times that a value is computed from one
  bool is_bound = false;  // `elements` is the most that there can be
};

struct Work {
  Expr adds, multiplications, divisions, comparisons;  // of floating-point numbers
  Expr integer_operations;                             // on values, not on indices; a product and a sum are two
  std::map<std::string, Expr> functions;               // calls of each
  std::vector<ArrayTraffic> reads, writes;
  Expr elements;          // of the statement with most: what can be computed side by side
  bool is_bound = false;  // conditions may leave out some of it
  std::string open;       // what it depends on besides the sizes; empty: on nothing else

  Expr flops(Arena& arena) const;  // additions and multiplications
  Expr bytes(Arena& arena) const;
};

// `uses` say which arrays hold floating-point numbers; without them all that may be are taken to be.
Work derive_work(Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses = {});

}  // namespace whet::lift
