// A sum of products of two operands over one index, where each operand has an index of its own.
//
//   c[b, i, j] = alpha * sum(k < n: a[b, i, k] * w[k, j]) + bias[j]
//     row i, column j, batch b; left a, along the terms; right w, along its own index; the rest is a map of the sum
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "write/subject/reduction_plan.h"

namespace whet::write {

// A condition under which an element is what its value says, or zero.
struct OperandGuard {
  Expr condition;
  bool holds = true;  // else the negation of the condition
};

struct ContractionOperand {
  lift::SpaceIndex own;       // the row or the column: the other operand does not depend on it
  Expr value;                 // of its own index, the term and the batch
  std::optional<Expr> plain;  // the load, if the value is that element as it is
  bool along_terms = false;   // neighbours in memory are terms, else elements of its own index
  std::vector<Expr> packed;   // loads of neighbours, whose places no data decides
  // Of an own index that counts through several, the outermost first; empty: it is one.
  std::vector<lift::SpaceIndex> parts = {};
  // Its places depend on the parts of indices; `guards` are those of its elements. Where it is along the terms, those
  // of their last part are neighbours.
  bool is_gathered = false;
  std::vector<OperandGuard> guards = {};

  // Whether packs of neighbours are the operand, without anything done to them.
  bool is_plain() const { return plain && std::find(packed.begin(), packed.end(), *plain) != packed.end(); }
};

// A second sum of the values, of the same terms, rows and columns.
struct FurtherSum {
  ContractionOperand right;  // the left one is that of the first sum
  Expr total;
};

struct ContractionPlan {
  std::vector<lift::SpaceIndex> batch;
  Expr term, count;
  std::vector<lift::SpaceIndex> term_parts = {};  // of terms that count through several ranges, the outermost first
  ContractionOperand left, right;                 // of rows and of columns; results run along columns where they can
  Expr total;                                     // the sum in the values of the statements
  std::vector<lift::Statement> statements;
  bool is_real = true;
  bool is_narrow = true;                   // 32 bits are enough for every number
  std::optional<FurtherSum> further = {};  // plan_shared_left alone has it

  const lift::SpaceIndex& row() const { return left.own; }
  const lift::SpaceIndex& column() const { return right.own; }
  bool is_gathered() const { return left.is_gathered || right.is_gathered; }
};

// The value as an operand: which loads are packs, and along what.
ContractionOperand operand_of(const Subject& subject, const lift::SpaceIndex& own, Expr value, Expr term);

// Factors that no term changes are taken out of the sum. An error says what else it is than such a sum.
Result<ContractionPlan> plan_contraction(const Subject& subject, const Nest& nest);
// The same where terms may have sums of their own.
Result<ContractionPlan> plan_contraction_of_sums(const Subject& subject, const Nest& nest);

}  // namespace whet::write
