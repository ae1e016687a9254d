// A random kernel as a tree, from which both sides are printed.
//
//   kernel ── nodes ─┬─ serial ── block ── statements ── expressions     every thread by itself
//                    ├─ exchange, collective, ...                        threads together, in uniform control flow
//                    └─ mask_if, mask_loop, rounds ── nodes
#pragma once

#include <cstdint>
#include <vector>

namespace whet::random_kernels {

enum class Type : uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

enum class Kind : uint8_t {
  // Expressions.
  literal,    // value
  variable,   // index
  special,    // index into k_specials
  unary,      // op
  binary,     // op
  compare,    // op; children of one type
  logic,      // op: and, or
  select,     // condition, two values
  cast,       // child of any type
  read,       // index: place, op: form; child: index
  fold,       // index: vector place; child: index
  intrinsic,  // index into k_intrinsics
  call,       // index: function; children: depth, arguments
  call_one,   // of functions index and index + 1; children: which, depth, arguments
  recur,      // children: arguments
  // Statements.
  block,
  assign,           // index: variable; child
  store,            // index: place, op: form; children: index, value
  store_vector,     // index: vector place; children: index, value, value
  when,             // condition, block, block
  count_loop,       // index: counter, and limit after it; children: count, block
  condition_loop,   // index: counter, value: most rounds, op: while or do; children: condition, block
  choice,           // switch; value: bits of blocks that fall through; children: expression, blocks
  labelled,         // value: label; child: block
  jump_out,         // value: label
  jump_back,        // value: label, index: counter, op: most times; children: condition, block
  leave_loop,       // break
  next_round,       // continue
  bump,             // index into k_bumps, op: shared or global; children: cell, value
  own_atomic,       // index: variable, op: which; children: cell, value, value
  through_pointer,  // index: variable, op: what; children: which, index, value
  hand_back,        // return; child
  // Nodes.
  nodes,
  serial,         // block
  exchange,       // block between barriers that reads what other threads have in shared memory
  warp_exchange,  // the same within a warp
  collective,     // op: Collective, index: variable, value: width or 1 when in a function; children: asked, which
  rounds,         // index: counter; children: count, nodes
  mask_if,        // condition, nodes, nodes
  mask_loop,      // index: counter, value: most rounds; children: condition, nodes
  leave,          // condition
};

struct Tree {
  Kind kind = Kind::literal;
  Type type = Type::u32;
  int op = 0, index = 0;
  uint64_t value = 0;
  std::vector<Tree> children = {};
};

// A function, or the kernel's own variables.
struct Routine {
  std::vector<Type> variables;
  Tree body;
};

struct Kernel {
  uint64_t seed = 0;
  uint32_t grid = 1, block_x = 32, block_y = 1;
  uint32_t field_order = 0;                   // of the parameter struct
  Type argument[2] = {}, result = Type::u32;  // of all its functions
  std::vector<Routine> functions;
  Routine main;
  Tree tail;  // after the results are stored: may return early
  uint32_t threads() const { return block_x * block_y; }
};

inline bool is_float(Type type) {
  return type >= Type::f32;
}
inline bool is_signed(Type type) {
  return !is_float(type) && static_cast<int>(type) % 2 == 0;
}
inline int bits_of(Type type) {
  constexpr int k_bits[] = {8, 8, 16, 16, 32, 32, 64, 64, 32, 64};
  return k_bits[static_cast<int>(type)];
}
inline const char* name_of(Type type) {
  constexpr const char* k_names[] = {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64"};
  return k_names[static_cast<int>(type)];
}

}  // namespace whet::random_kernels
