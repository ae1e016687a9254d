// What memory holds after some launches: the statements that wrote each array, the last of them last.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lift/compose/known_ranges.h"

namespace whet::lift {

// A statement of a launch, in terms of what memory held before the first launch.
struct LaunchStore {
  Statement statement;
  std::string launch;
};

class LaunchMemory {
 public:
  LaunchMemory(Arena& arena, const Names& names, const std::set<int>& scratch)
      : arena_(arena), names_(names), scratch_(scratch) {}

  const std::vector<LaunchStore>& stores(Expr array) const;
  bool is_scratch(Expr array) const;
  std::string name(Expr array) const;

  // An update of an array that was written before becomes a store.
  Result<void> store(Statement statement, const std::string& launch);

  // What is left in arrays that are no scratch, where each element is stored once.
  Result<std::vector<Statement>> statements() const;

 private:
  Result<void> add_later(std::vector<Statement>& kept, const LaunchStore& later) const;

  Arena& arena_;
  const Names& names_;
  const std::set<int>& scratch_;
  std::map<int, std::vector<LaunchStore>> stores_;  // by number of the array
  std::vector<int> order_;                          // of the arrays' first stores
};

// The update as a store of the whole element; nothing: several of its indices may update one element.
std::optional<Statement> as_store(Arena& arena, const Statement& update, Expr before);

}  // namespace whet::lift
