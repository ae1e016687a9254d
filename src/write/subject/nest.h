// The loops of a meaning as a schedule sees them: statements over one space, whose indices are joined where memory does
// not tell them apart.
#pragma once

#include <optional>
#include <vector>

#include "write/subject/subject.h"

namespace whet::write {

struct Nest {
  std::vector<lift::SpaceIndex> space;  // the last has the smallest stride
  std::vector<lift::Statement> statements;
  // Arrays are stored and read at several elements of an iteration, which no other iteration stores: its loads come
  // before its stores.
  bool crosses = false;
  // The array that is stored is read at all elements of the row: those loads come before the first store to it.
  bool changes_rows = false;
  bool has_map = true;  // an index that no reduction depends on runs through a row afterwards; else all count rows
  std::vector<lift::Statement> per_row = {};  // over all indices but the last: mean[i] beside y[i, j]
};

// One nest for all statements of the meaning. An error says why there is none: other ranges, a range that depends on
// another index, an element that is read by others than the one that stores it.
Result<Nest> find_nest(const Subject& subject);
// The same with a statement for each value of an index that has a few: members of structs, components of vectors.
// find_nest does this only where ranges differ.
Result<Nest> find_expanded_nest(const Subject& subject);

// `e` with one index in place of two that it counts through as one; nothing: it does not.
std::optional<Expr> with_one_index(lift::Arena& arena, Expr e, const lift::SpaceIndex& outer,
                                   const lift::SpaceIndex& inner, Expr joined);

// How an access moves with an index.
enum class Motion : uint8_t {
  none,      // it does not
  unit,      // to the next element
  strided,   // by another constant or size
  computed,  // its offset is no linear function of the index
};
Motion motion(lift::Arena& arena, Expr offset, Expr variable, int bytes);

// Loads that are made whatever conditions hold, those that others need first.
std::vector<Expr> unconditional_loads(const lift::Arena& arena, const std::vector<Expr>& roots);
// All loads and reductions.
std::vector<Expr> parts_of_kind(const lift::Arena& arena, const std::vector<Expr>& roots, lift::Kind kind);

}  // namespace whet::write
