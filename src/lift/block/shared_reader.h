// What loads from shared memory read: the last store to the place, made by whichever thread of the block.
//
//   sh[t] = x[i];  barrier;  y = sh[t ^ 1] ...  ->  x[...] of the thread that stored it
//
// Where several stores may have been the last, their conditions choose; the oldest is taken where none of the newer
// ones holds, since a kernel reads no memory that nobody wrote.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "lift/block/facts.h"
#include "lift/block/shared_log.h"
#include "lift/expression/substitute.h"

namespace whet::lift {

// A loop whose pass is evaluated or was just solved.
struct LoopScope {
  size_t first = 0;    // entry of the log
  Expr variable = {};  // the number of the pass, when it is known
  bool solved = false;
};

class SharedReader {
 public:
  // Why what a load reads must not be taken as what was stored, such as bits of another kind of number. Constants that
  // were stored as bits become the numbers that are read.
  using Doubt = std::function<std::optional<std::string>(Expr load, Expr& found)>;

  // `loops` are those around the place, from the outside inwards. `open` are values that loops carry and that are not
  // known yet: what depends on them stays as it is. `always` holds everywhere.
  SharedReader(Arena& arena, const SharedLog& log, std::vector<LoopScope> loops, const std::vector<Expr>& open,
               const std::vector<Expr>& always, std::set<std::string>& assumptions, Doubt doubt)
      : arena_(arena),
        log_(log),
        loops_(std::move(loops)),
        open_(open),
        always_(always),
        assumptions_(assumptions),
        doubt_(std::move(doubt)) {}

  // The expression without loads from shared memory and exchanges between lanes, where that can be told already.
  Expr resolve(Expr e, const std::vector<Expr>& known);

 private:
  using Memo = std::unordered_map<Expr, Expr, ExprHash>;
  struct Candidate {
    Expr condition, value;
  };
  // All that may be read, the newest first; `complete`: nothing older counts.
  struct Candidates {
    std::vector<Candidate> list;
    bool complete = false, waits = false;
  };
  struct Range {
    size_t from = 0, to = 0;
  };

  Expr divided(Expr e, const Facts& facts);
  Expr walk(Expr e, const Facts& facts, Memo& memo);
  Expr walk_reduction(Expr e, const Facts& facts);
  Expr walk_select(Expr e, const Facts& facts, Memo& memo);
  Expr content(Expr load, Expr offset, const Facts& facts);
  void collect(Expr load, Expr offset, Range range, bool& synchronised, const Facts& facts, Candidates& found);
  Candidate updated(const SharedEntry& entry, size_t at, Expr load, Expr offset, const Facts& facts);
  void collect_carried(Expr load, Expr offset, const LoopScope& loop, const Facts& facts, Candidates& found);
  bool is_untouched(Expr load, Expr offset, const LoopScope& loop);
  bool is_open(const SharedEntry& entry) const;
  void note_assumed(Expr condition);
  Expr chosen(const Candidates& found, const Facts& facts);
  Expr rolled_pair(Expr e, const Facts& facts);
  Expr rolled_with_rest(Expr e, const Facts& facts, Memo& memo);

  Arena& arena_;
  const SharedLog& log_;
  std::vector<LoopScope> loops_;
  const std::vector<Expr>& open_;
  const std::vector<Expr>& always_;
  std::set<std::string>& assumptions_;
  Doubt doubt_;
  int depth_ = 0, reads_ = 0;
};

}  // namespace whet::lift
