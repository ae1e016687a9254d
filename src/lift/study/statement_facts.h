// What the accesses and reductions of one statement look like, for recognising patterns and remarks.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lift/evaluate/dependence.h"
#include "lift/expression/reduction.h"
#include "lift/meaning/meaning.h"

namespace whet::lift {

struct LoadFact {
  Expr array, offset;
  uint64_t variables = 0;    // slots on which the index depends
  bool is_computed = false;  // the index holds another load
};

struct ReductionFact {
  Expr node;
  OpenReduction open;  // its variable is free
  int slot = 0;
  std::vector<LoadFact> loads;  // of its body, nested reductions included
  bool has_data_range = false;  // its length is read from an array
  bool is_nested = false;       // inside another reduction
};

class StatementFacts {
 public:
  StatementFacts(Arena& arena, const Statement& statement);

  const Statement& statement() const { return statement_; }
  Dependence& dependence() { return dependence_; }
  uint64_t space() const { return space_; }
  const std::vector<LoadFact>& loads() const { return loads_; }                 // of the whole value
  const std::vector<ReductionFact>& reductions() const { return reductions_; }  // the outermost first
  bool calls(const std::string& function) const;                                // anywhere in the value
  bool writes_computed_index() const;
  // The stride of a variable in an offset; nothing: not linear, or not in it.
  std::optional<Expr> stride(Expr offset, Expr variable) const;

 private:
  void walk(Expr e, bool inside);
  std::vector<LoadFact> loads_of(Expr e);

  Arena& arena_;
  const Statement& statement_;
  Dependence dependence_;
  uint64_t space_ = 0;
  std::vector<LoadFact> loads_;
  std::vector<ReductionFact> reductions_;
  std::vector<std::string> functions_;
  std::set<uint32_t> walked_;
};

// Whether the expression holds a load.
bool holds_load(const Arena& arena, Expr e);

}  // namespace whet::lift
