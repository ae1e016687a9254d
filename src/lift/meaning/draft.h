// A store on its way from one thread to all of them: its expressions still hold indices of threads, blocks and loops.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lift/thread/thread.h"

namespace whet::lift {

// An index of the iteration space: 0, 1, 2, ... below `count`.
struct SpaceIndex {
  Expr variable;
  Expr count;
  bool is_launched = false;  // no guard bounds it: `count` is the number of blocks or threads launched
  int64_t start = 0;         // the thread or pass that it counts from: a guard leaves out those before
};

struct Draft {
  Expr array;
  int bytes = 0;
  Expr offset, value;
  std::vector<Expr> guard;
  std::vector<SpaceIndex> space;
  std::vector<Expr> facts;          // guards that became ranges
  std::optional<Fold> update = {};  // an atomic operation
  std::optional<Expr> bins = {};    // computed indices are below it

  // Applies a change to every expression; the counts of the space are part of them.
  void change(const std::function<Expr(Expr)>& change);
  void replace(Arena& arena, Expr from, Expr to);
  bool contains(const Arena& arena, Expr e) const;
};

// The store with its loops as indices.
Draft draft_of(Arena& arena, const ThreadStore& store);

// Indices of the launch and of loops that all stores of a kernel share.
class Indices {
 public:
  explicit Indices(Arena& arena) : arena_(arena) {}

  // blockIdx*blockDim + threadIdx becomes one index, and a loop that strides over all threads becomes the index that
  // its elements have.
  void place(Draft& draft, std::set<std::string>& assumptions);

 private:
  struct Axis {
    Expr global, thread, block, lane;
  };
  Axis axis(int number);
  bool join_blocks(Draft& draft, int number, int of_blocks);
  bool join_other_blocks(Draft& draft, int number);
  bool join_constant_blocks(Draft& draft, int number, std::set<std::string>& assumptions);
  bool join_warps(Draft& draft, std::set<std::string>& assumptions);
  bool has_warp_of_own(const Draft& draft, Expr warp) const;
  bool join_part_of_blocks(Draft& draft, Expr part_of_thread, int64_t count);
  void join_warps_of_blocks(Draft& draft, Expr warps, int64_t width, std::set<std::string>& assumptions);
  void name_rest(Draft& draft, int number);
  void join_strided_loop(Draft& draft, Expr loop_variable);

  Arena& arena_;
  std::vector<Axis> axes_;
  std::vector<std::pair<std::pair<Expr, Expr>, Expr>> strided_;  // index of threads and loop -> index of both
};

}  // namespace whet::lift
