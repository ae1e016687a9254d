#include "write/subject/footprint.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "lift/thread/disjoint.h"

namespace whet::write {

using lift::Kind;
using lift::SpaceIndex;
using lift::Statement;

namespace {

struct Stride {
  Expr bytes, count;
};

class FootprintFinder {
 public:
  FootprintFinder(lift::Arena& arena, const std::vector<SpaceIndex>& space, const std::vector<Statement>& statements)
      : arena_(arena), space_(space), statements_(statements) {}

  Footprint find() {
    Footprint worst = Footprint::own;
    for (const Statement& reader : statements_) {
      std::vector<Expr> roots = reader.guard;
      roots.push_back(reader.value);
      if (reads_stored(reader.offset)) return Footprint::hazard;  // places are asked for after the first store
      for (const Expr root : roots) {
        for (const Expr part : arena_.all_parts(root)) {
          if (arena_[part].kind == Kind::load) worst = std::max(worst, of_load(part));
        }
      }
    }
    return worst == Footprint::hazard && stays_in_rows() ? Footprint::row : worst;
  }

 private:
  // Whether every load from an array that is stored is of the element that is stored, or is reduced over its row.
  bool stays_in_rows() {
    std::vector<uint32_t> arrays;
    for (const Statement& statement : statements_) {
      if (statement.update || space_.empty() || !statement.guard.empty()) return false;
      const bool is_new = std::find(arrays.begin(), arrays.end(), statement.array.id) == arrays.end();
      if (!is_new || (statements_.size() > 1 && !runs_along(statement))) return false;
      arrays.push_back(statement.array.id);
    }
    return std::all_of(statements_.begin(), statements_.end(),
                       [&](const Statement& statement) { return reads_rows(statement.value, {}); });
  }

  // Stored pack by pack: after all that is read of the pack.
  bool runs_along(const Statement& statement) {
    const auto linear = lift::linear_in(arena_, statement.offset, space_.back().variable);
    return linear && lift::constant(arena_, linear->coefficient) == statement.bytes;
  }

  bool reads_rows(Expr e, const std::vector<Expr>& reduced) {
    if (arena_[e].kind == Kind::reduction) {
      const lift::OpenReduction open = lift::open_reduction(arena_, e);
      std::vector<Expr> more = reduced;
      if (open.count == space_.back().count) more.push_back(open.variable);
      return reads_rows(open.count, reduced) && reads_rows(open.body, more);
    }
    const std::vector<Expr> parts = lift::parts_of(arena_, e);
    for (const Statement& writer : statements_) {
      const bool reads_it = arena_[e].kind == Kind::load && arena_[e].args[0] == writer.array;
      if (reads_it && !is_of_row(e, writer, reduced)) return false;
    }
    return std::all_of(parts.begin(), parts.end(), [&](Expr part) { return reads_rows(part, reduced); });
  }

  bool is_of_row(Expr load, const Statement& writer, const std::vector<Expr>& reduced) {
    const Expr own = writer.offset, offset = arena_[load].args[1];
    if (arena_[load].bytes != writer.bytes) return false;
    return offset == own || std::any_of(reduced.begin(), reduced.end(), [&](Expr variable) {
             return !arena_.contains(offset, space_.back().variable) &&
                    lift::substitute(arena_, offset, {{variable, space_.back().variable}}) == own;
           });
  }

  bool reads_stored(Expr offset) const {
    const auto parts = arena_.all_parts(offset);
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) {
      return arena_[part].kind == Kind::load &&
             std::any_of(statements_.begin(), statements_.end(),
                         [&](const Statement& writer) { return writer.array == arena_[part].args[0]; });
    });
  }

  Footprint of_load(Expr load) {
    const lift::Node node = arena_[load];
    bool is_own = false, has_others = false, meets_others = false;
    for (const Statement& writer : statements_) {
      if (writer.array != node.args[0]) continue;
      const bool is_same = writer.offset == node.args[1] && writer.bytes == node.bytes;
      is_own |= is_same;
      has_others |= !is_same;
      meets_others |=
          !is_same && !lift::threads_never_meet(arena_, {writer.offset, writer.bytes}, {node.args[1], node.bytes});
    }
    if (!has_others) return Footprint::own;
    if (!meets_others) return Footprint::crossing;
    return is_own && are_apart(node.args[0]) ? Footprint::crossing : Footprint::hazard;
  }

  // Whether no two iterations store to the same element of the array, whichever statements do.
  bool are_apart(Expr array) {
    std::vector<const Statement*> writers;
    for (const Statement& statement : statements_) {
      if (statement.array != array) continue;
      if (statement.update) return false;
      writers.push_back(&statement);
    }
    for (size_t i = 0; i < writers.size(); ++i) {
      for (size_t j = i + 1; j < writers.size(); ++j) {
        const Statement &a = *writers[i], &b = *writers[j];
        if (a.offset == b.offset) continue;
        if (lift::threads_never_meet(arena_, {a.offset, a.bytes}, {b.offset, b.bytes})) continue;
        if (a.bytes != b.bytes || !are_displaced(a, lift::subtract(arena_, b.offset, a.offset))) return false;
      }
    }
    return true;
  }

  // From the widest to the narrowest; nothing: the offset is no sum of strides.
  std::vector<Stride> strides_of(const Statement& statement) {
    std::vector<Stride> strides;
    Expr rest = statement.offset;
    for (const SpaceIndex& index : space_) {
      const auto linear = lift::linear_in(arena_, rest, index.variable);
      if (!linear) return {};
      for (const SpaceIndex& other : space_) {
        if (arena_.contains(linear->coefficient, other.variable)) return {};
      }
      strides.push_back({linear->coefficient, index.count});
      rest = linear->rest;
    }
    return strides;
  }

  bool is_at_least(Expr large, Expr small) {
    const Expr rest = lift::subtract(arena_, large, small);
    if (lift::presumed_nonneg(arena_, rest)) return true;
    for (const int64_t unit : {8, 4, 2, 1}) {
      const auto part = lift::divide_exactly(arena_, rest, lift::integer(arena_, unit));
      if (part && lift::is_rest_of_division(arena_, *part)) return true;
    }
    return false;
  }

  // x[i] and x[i + half] for i < half: the displacement is what the narrower indices cover, and rows leave room for
  // both.
  bool are_displaced(const Statement& statement, Expr distance) {
    for (const SpaceIndex& index : space_) {
      if (arena_.contains(distance, index.variable)) return false;
    }
    const std::vector<Stride> strides = strides_of(statement);
    Expr covered = lift::integer(arena_, statement.bytes);
    for (size_t i = strides.size(); i-- > 0;) {
      if (strides[i].bytes != covered) return false;
      covered = lift::multiply(arena_, covered, strides[i].count);
      const bool is_here = distance == covered || lift::scale(arena_, distance, -1) == covered;
      if (!is_here) continue;
      const Expr both = lift::scale(arena_, covered, 2);
      return i == 0 || (is_at_least(strides[i - 1].bytes, both) && is_nested(strides, i - 1));
    }
    return false;
  }

  // Whether rows from the outermost to this one do not overlap.
  bool is_nested(const std::vector<Stride>& strides, size_t last) {
    for (size_t i = 0; i < last; ++i) {
      if (!is_at_least(strides[i].bytes, lift::multiply(arena_, strides[i + 1].bytes, strides[i + 1].count)))
        return false;
    }
    return true;
  }

  lift::Arena& arena_;
  const std::vector<SpaceIndex>& space_;
  const std::vector<Statement>& statements_;
};

}  // namespace

Footprint footprint_of(lift::Arena& arena, const std::vector<SpaceIndex>& space,
                       const std::vector<Statement>& statements) {
  return FootprintFinder(arena, space, statements).find();
}

}  // namespace whet::write
