// The part of a block's tile that a thread has in registers, and the loop that multiplies there what is in shared
// memory.
//
//   A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "write/text/lines.h"

namespace whet::write {

// Names in the kernel.
struct RegisterTile {
  std::string thread_rows = "kThreadM", thread_columns = "kThreadN";  // rows and columns of a thread
  std::string warps_across = "kWarpsAcross";                          // warps next to each other
  std::string row = "first_row", column = "first_column";             // of the thread's first packs in the tile
  std::string sums = "sums";

  // Row `s` of a thread and the first column of its pack `p`, in the tile.
  std::string row_of_sum() const { return row + " + s / kVector * (4 * kVector) + s % kVector"; }
  std::string column_of_pack() const { return column + " + p * (8 * kVector)"; }
};

// Whether warps cover a tile, and threads have whole packs; an empty text, or what is wrong.
std::string refusal_of_tile(int64_t rows, int64_t columns, int64_t thread_rows, int64_t thread_columns, int64_t vector);
// How many warps are next to each other.
int64_t warps_across(int64_t columns, int64_t thread_columns);

// Blocks of a multiprocessor that its registers have room for.
int64_t blocks_with_room(int64_t threads, int64_t registers_of_thread);

// Declares where a lane is in its warp.
void write_lanes(Lines& lines);
// Declares where the thread's part of the tile begins.
void write_first_of_thread(const RegisterTile& tile, Lines& lines);
// The lines of a term in shared memory, from the tile's first row and column on: "left_tile[buffer][k]".
struct TermLines {
  std::string left, right;
};
// Declares a function of these parameters that adds the products of kTileK terms `k` to the thread's sums.
void write_multiplication(const RegisterTile& tile, const TermLines& from, const std::string& head,
                          const std::string& number_type, Lines& lines);

// Writes what becomes of each pack of the thread's sums that lies in the result: `i` is its row, `j` its first column,
// and `sums[s][p * kVector + e]` its element e.
void write_packs_of_sums(const RegisterTile& tile, const std::function<void()>& write_pack, Lines& lines);

}  // namespace whet::write
