// Sums of values weighted by exponentials of scores, of which each is a map of a sum of products: attention.
//
//   o[b, i, j] = sum(k < keys: w[b, i, k] * v[b, k, j]) / sum(k < keys: w[b, i, k])
//     w[b, i, k] = exp(score - max(k: score)),  score = k <= i ? scale * sum(t < terms: q[b, i, t] * x[b, k, t]) : -inf
//     row i, column j, batch b; the score is any map of the sum; conditions on the key alone are a range of keys
#pragma once

#include <optional>
#include <vector>

#include "write/subject/reduction_plan.h"

namespace whet::write {

struct AttentionPlan {
  std::vector<lift::SpaceIndex> batch;
  lift::SpaceIndex row, column;
  Expr key, count;               // the variable of the sums over keys, and how many keys there are
  Expr term, terms;              // the variable of the sum inside of a score, and how many terms it has
  Expr query, key_value, value;  // the operands: of row and term, of key and term, of key and column
  Expr dot;                      // the sum of products in the score
  Expr score;                    // what the exponent varies by, inside of the range of keys
  bool is_base_two = false;      // exp2, not exp
  // The keys of a row are those from the greatest of `first` on and below the smallest of `end`, `count` included.
  std::vector<Expr> first, end;

  std::vector<Expr> reductions;    // those of the meaning, each after what it needs
  Expr mixture;                    // stands for the sum of weighted values, over weights of at most 1
  std::optional<Expr> weight;      // the sum of these weights
  std::optional<Expr> greatest;    // the greatest score, where it is one of the reductions
  bool is_divided_inside = false;  // values are divided by the weight before they are summed: nothing without keys
  std::vector<lift::Statement> statements;  // values with `mixture`, `weight` and `greatest`
};

// Whether the operand is an element as it is in memory, whose neighbours along the variable are its neighbours there.
bool runs_along(const Subject& subject, Expr operand, Expr variable);

// An error says what else it is.
Result<AttentionPlan> plan_attention(const Subject& subject, const Nest& nest);

}  // namespace whet::write
