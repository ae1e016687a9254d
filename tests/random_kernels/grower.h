// Grows a random kernel from a seed. Nothing it makes is undefined in C++ or in CUDA: arithmetic is unsigned where it
// may overflow, indices are taken modulo sizes, loops have limits, and threads touch each other's memory only across
// barriers or by atomics whose order does not matter.
#pragma once

#include "random_kernels/chance.h"
#include "random_kernels/tables.h"
#include "random_kernels/tree.h"

namespace whet::random_kernels {

Kernel grow_kernel(uint64_t seed);

class Grower {
 public:
  explicit Grower(uint64_t seed) : chance_(seed) { kernel_.seed = seed; }
  Kernel grow();

 private:
  // Where the next statement stands.
  struct Scope {
    Routine* routine = nullptr;
    int function = -1;  // of a function: its number
    Reach shared = Reach::own_shared;
    int loops = 0;
    bool may_return = false;
    double weight = 1;  // how often it is run, at most
    std::vector<uint64_t> labels = {};
    std::vector<int> uniform_counters = {};
  };

  // Expressions.
  Tree expression(Type type, int depth);
  Tree leaf(Type type);
  Tree literal(Type type);
  Tree variable(Type type);
  Tree read(Type type, int depth);
  Tree binary(Type type, int depth);
  Tree operation(Type type, int depth);
  Tree cast_of(Type type, Tree child);
  Tree condition(int depth);
  Tree intrinsic(Type type, int depth);
  Tree call(Type type, int depth);
  Tree uniform(int depth);
  bool reaches(const Place& place) const;
  int place_for(Type type, bool write);

  // Statements.
  Tree block(int statements, int depth);
  Tree statement(int depth);
  Tree simple_statement();
  Tree compound_statement(int depth);
  Tree assign();
  Tree store();
  Tree store_vector();
  Tree when(int depth);
  Tree count_loop(int depth);
  Tree condition_loop(int depth);
  Tree choice(int depth);
  Tree labelled(int depth);
  Tree jump_back(int depth);
  Tree bump();
  Tree own_atomic();
  Tree through_pointer();
  Tree way_out();

  // Nodes.
  Tree nodes(int count, int depth, bool whole_block, bool whole_warp);
  Tree node(int depth, bool whole_block, bool whole_warp);
  Tree serial(Kind kind, Reach shared);
  Tree collective(bool whole_warp);
  Tree rounds(int depth);
  Tree mask_if(int depth);
  Tree mask_loop(int depth);
  void grow_function(int number);

  Type any_type();
  int new_counter(Routine& routine, int count);
  int assignable();

  Chance chance_;
  Kernel kernel_;
  Scope scope_;
  double spent_ = 0;
  int calls_ = 0;  // in the function at hand
  uint64_t next_label_ = 1;
  bool all_stay_ = true;  // nobody has left yet
};

}  // namespace whet::random_kernels
