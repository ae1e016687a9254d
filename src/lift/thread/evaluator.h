// Evaluates one thread over the flow graph. Blocks are visited once, in reverse post-order; where ways meet, states are
// merged; a loop is evaluated once with a symbol for each value that it carries (loop.cpp).
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "lift/block/shared_reader.h"
#include "lift/flow.h"
#include "lift/loop/carried.h"
#include "lift/thread/state.h"
#include "lift/thread/thread.h"
#include "ptx/flow/liveness.h"

namespace whet::lift {

// One function that is being evaluated.
struct Frame {
  const ptx::Function* function = nullptr;
  const Flow* flow = nullptr;
  const ptx::Liveness* liveness = nullptr;
  int number = 0;
  int depth = 0;               // of calls
  std::vector<State> returns;  // a state for each way that ended
};

struct Exit {
  uint32_t to = 0;
  State state;
};

struct Region {
  std::vector<State> back;  // arrived at the header again
  std::vector<Exit> exits;  // left the region
};

// A value that changes by the same amount in every pass of a loop.
struct Counter {
  Place place;
  Expr start, step;
};

class Evaluator {
 public:
  Evaluator(const ptx::Module& module, const std::vector<bool>& pointers, const std::vector<Sign>& signs, Arena& arena)
      : module_(module), pointers_(pointers), signs_(signs), arena_(arena) {}
  Result<Thread> run(const ptx::Function& kernel);
  // Whether threads exchange values within a warp alone, and what then may be taken as given (k_in_step).
  bool relies_on_warps() const { return relies_on_warps_; }
  void take_in_step() { is_in_step_ = true; }

 private:
  struct Studied {
    Flow flow;
    std::unique_ptr<ptx::Liveness> liveness;
  };
  // A load from a global array, to find those that a store of the same loop changes.
  struct Access {
    Expr array, offset;
    int bytes = 0;
    uint32_t line = 0;
  };
  // One pass of a loop with symbols for what it carries.
  struct LoopPass {
    std::vector<Place> places;
    std::vector<Expr> symbols;
    std::vector<Expr> bases;  // what the symbols are added to: the array of a pointer, or 0
    size_t first_store = 0, first_access = 0, first_shared = 0;
    size_t first_kept = 0;
    std::string where;
    uint32_t line = 0;
  };
  struct Address {
    Expr base, offset;  // base: a parameter or a symbol
  };
  // An element of global memory that every pass of a loop may change: it is kept like a register.
  struct KeptElement {
    Address at;
    int bytes = 0;
    uint32_t line = 0;
    Place place;
  };
  // A compare-and-swap, which a loop repeats until it succeeds.
  struct Swap {
    Address to;
    int bytes = 0;
    Expr expected, desired, result;
    std::vector<Expr> path;
    const ptx::Instruction* code = nullptr;
  };
  struct Call {
    const ptx::Instruction* code;
    std::string name;
    std::vector<Place> results, arguments;
    int result_bytes = 4;
  };
  using Instruction = ptx::Instruction;
  using Operand = ptx::Operand;

  // evaluator.cpp
  Result<Frame> open_frame(const ptx::Function& function, int depth);
  Result<Region> region(Frame& frame, const std::vector<bool>& blocks, uint32_t start, State entry, bool is_loop);
  Result<void> block(Frame& frame, uint32_t index, State state, std::vector<Exit>& next);
  Result<void> branch(Frame& frame, const Instruction& code, uint32_t index, State state, std::vector<Exit>& next);
  Result<State> merged(std::vector<State> states);
  void forget_dead(const Frame& frame, Exit& exit) const;
  Error refuse(const Instruction& code, const std::string& why) const;
  Result<void> check_budget() const;

  // loop.cpp
  Result<std::vector<Exit>> loop(Frame& frame, const NaturalLoop& loop, const State& state);
  Result<std::vector<Exit>> symbolic_loop(Frame& frame, const NaturalLoop& loop, const State& state);
  Result<std::vector<Exit>> finish_loop(const Frame& frame, const LoopPass& pass, const State& before,
                                        const State& back, std::vector<Exit> exits);
  Result<void> check_search(const LoopPass& pass) const;
  Result<std::vector<Expr>> ways_out(const LoopPass& pass, const SolvedLoop& loop, const std::vector<Expr>& ends);
  void leave_loop(const LoopPass& pass, const SolvedLoop& loop, const State& before, Expr way, Exit& exit);
  Result<std::vector<Carried>> carried_values(const Frame& frame, const LoopPass& pass, const State& before,
                                              const State& back) const;
  Result<std::vector<Exit>> unrolled_loop(Frame& frame, const NaturalLoop& loop, State state);
  std::vector<Place> carried_places(const Frame& frame, const NaturalLoop& loop, const State& state) const;
  std::vector<Counter> take_counters(std::vector<Place>& places, const std::vector<Expr>& symbols, const State& before,
                                     const State& back);
  Result<void> check_counters(const std::vector<Counter>& counters, Expr number, const State& back,
                              const std::string& where);
  Result<void> check_loop_accesses(const LoopPass& pass, const SolvedLoop& loop) const;

  // kept_element.cpp
  const KeptElement* kept(const Address& at, int bytes) const;
  Result<bool> keep_elements(const LoopPass& pass, State& before, std::vector<Place>& places, const Instruction& head);
  Result<void> store_kept(const LoopPass& pass, const SolvedLoop& loop, std::vector<Exit>& exits);

  // shared_loop.cpp
  Expr resolved(Expr e, const std::vector<Expr>& known);
  void note_reading(Expr e, ptx::Type type);
  std::optional<std::string> misread_in_shared(Expr load, Expr& found) const;
  std::vector<Expr> block_extents() const;
  void resolve_store(ThreadStore& store);
  void assume_threads();
  std::optional<Exit> tree_loop(const LoopPass& pass, const std::vector<Carried>& carried, const State& before,
                                Exit exit, Expr go_on);
  Result<void> enter_solved_loop(const LoopPass& pass, const SolvedLoop& loop, const std::vector<Carried>& carried);
  Result<void> finish_shared(const LoopPass& pass, const SolvedLoop& loop, const State& before, Expr go_on);
  bool accumulate_in_shared(const LoopPass& pass, SharedEntry& entry, const SolvedLoop& loop);
  void finish_entry(const LoopPass& pass, SharedEntry& entry, const SolvedLoop& loop, const State& before);
  Result<void> check_races(const SharedLog& log, size_t first, const Expr* pass_variable);
  Expr without_lost_loads(const LoopPass& pass, Expr e);

  // warp.cpp
  Result<void> barrier(Frame& frame, State& state, const Instruction& code);
  void step_together(const Instruction& code);
  void note_missing_lanes(const State& state);
  Result<void> reduce_lanes(Frame& frame, State& state, const Instruction& code);
  Result<void> vote(Frame& frame, State& state, const Instruction& code);
  Result<void> shuffle(Frame& frame, State& state, const Instruction& code);

  // instruction.cpp
  Result<void> step(Frame& frame, State& state, const Instruction& code);
  Result<Expr> value(const Frame& frame, const State& state, const Instruction& code, const Operand& operand,
                     ptx::Type type);
  std::optional<Expr> of_other_axis(const std::string& name);
  Result<Expr> special(const Instruction& code, const Operand& operand);
  Result<Expr> symbol(const Frame& frame, const Instruction& code, const Operand& operand);
  Expr module_variable(const std::string& name);
  Result<Expr> guard_of(const Frame& frame, const State& state, const Instruction& code) const;
  Result<void> write(const Frame& frame, State& state, const Instruction& code, const Operand& target, Expr value,
                     int bytes);
  Result<std::optional<Expr>> compute(const Instruction& code, const std::vector<Expr>& args);
  Expr without_null(Expr condition);
  Expr of_whole_warps(Expr number);
  Result<std::optional<Expr>> compute_packed(const Instruction& code, const std::vector<Expr>& args);
  Result<void> move_pair(Frame& frame, State& state, const Instruction& code);

  // memory.cpp
  // The parameters and local arrays at which an address may begin.
  std::vector<Expr> bases_of(Expr address) const;
  Result<Address> address(const Frame& frame, const State& state, const Instruction& code, const Operand& operand);
  void note_bounds(const State& state, const Address& at, int bytes);
  Result<void> check_space(const Instruction& code, const Address& at) const;
  Result<void> check_local(const Instruction& code, int array, int64_t offset, int bytes) const;
  Result<void> load(Frame& frame, State& state, const Instruction& code);
  Result<void> store(Frame& frame, State& state, const Instruction& code);
  std::optional<Expr> stored_to_shared(const State& state, const Address& from, int bytes) const;
  Result<Expr> load_one(const State& state, const Instruction& code, const Address& from, int bytes);
  Result<Expr> load_global(const State& state, const Instruction& code, const Address& from, int bytes);
  Result<void> atomic(Frame& frame, State& state, const Instruction& code);
  // swap.cpp: loops that repeat a compare-and-swap
  Result<void> swap(Frame& frame, State& state, const Instruction& code);
  std::optional<Expr> swapped_value(const Swap& swap, const std::vector<Exit>& exits, Expr symbol);
  Result<std::vector<Exit>> swap_loop(const LoopPass& pass, const State& before, const State& back,
                                      std::vector<Exit> exits);
  Result<void> update_one(const State& state, const Instruction& code, const Address& to, Fold how, Expr value,
                          int bytes);
  // element.cpp: local arrays with a variable index
  Result<Expr> load_element(const State& state, const Instruction& code, const Address& from, int bytes);
  Result<void> store_element(State& state, const Instruction& code, const Address& to, Expr value, int bytes);
  Result<std::vector<Place>> elements(const State& state, const Instruction& code, const Address& at, int bytes) const;
  Result<void> store_one(State& state, const Instruction& code, const Address& to, Expr value, int bytes);

  // argument.cpp
  Result<void> load_argument(Frame& frame, State& state, const Instruction& code);
  Result<void> store_argument(Frame& frame, State& state, const Instruction& code);
  Result<void> call(Frame& frame, State& state, const Instruction& code);
  bool call_math(State& state, const Call& call);
  bool call_mixed(State& state, const Call& call);
  Result<bool> call_sine_and_cosine(State& state, const Call& call);
  bool call_conversion_of_byte(State& state, const Call& call);
  Result<bool> call_intrinsic(State& state, const Call& call);
  Result<void> call_function(Frame& frame, State& state, const Call& call);

  const ptx::Module& module_;
  const std::vector<bool>& pointers_;
  const std::vector<Sign>& signs_;
  Arena& arena_;
  Thread thread_;
  std::vector<Access> loads_;
  std::vector<Swap> swaps_;        // whose loop is not solved yet
  std::vector<KeptElement> kept_;  // by the loops around
  int kept_so_far_ = 0;
  SharedLog log_;
  std::vector<LoopScope> scopes_;
  std::vector<Expr> open_;  // values that the loops around carry and that are not known yet
  std::map<std::pair<uint32_t, size_t>, std::set<ptx::Type>> shared_readings_;  // types, by array and time of a load
  std::map<int, int64_t> shared_bytes_;                                         // their sizes; 0: given at the launch
  std::map<int, int64_t> local_bytes_;                                          // sizes of local arrays
  std::set<int> shared_;                                                        // symbols that are shared arrays
  int64_t threads_ = 0;       // of a block, where a tree tells; 0: nothing does
  int64_t most_threads_ = 0;  // the same, where trees that lie side by side tell
  std::map<const ptx::Function*, Studied> studied_;
  std::map<std::pair<int, std::string>, int> symbols_;  // frame and name of a local array
  int frames_ = 0;
  const ptx::Function* kernel_ = nullptr;
  int parameters_ = 0;                    // of the kernel
  std::set<int> struct_parameters_;       // structs by value
  std::map<int, int> parameter_symbols_;  // symbols that are the address of a parameter
  std::set<Place> real_places_;           // of local memory, read as floating-point numbers
  std::vector<Expr> around_;              // conditions under which the loops around were entered
  int unclear_loads_ = 0;                 // that may read what the thread stored before
  int64_t steps_ = 0;
  bool relies_on_warps_ = false, is_in_step_ = false;
};

// Only these modifiers and types; the first other one.
std::optional<std::string> other_modifier(const ptx::Instruction& code, std::initializer_list<std::string_view> known);

}  // namespace whet::lift
