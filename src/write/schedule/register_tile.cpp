#include "write/schedule/register_tile.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet::write {

namespace {

constexpr int64_t k_lanes_down = 4, k_lanes_across = 8;             // of a warp
constexpr int64_t k_all_registers = 65'536, k_most_threads = 2048;  // of a multiprocessor

}  // namespace

std::string refusal_of_tile(int64_t rows, int64_t columns, int64_t thread_rows, int64_t thread_columns,
                            int64_t vector) {
  if (rows % (k_lanes_down * thread_rows) != 0 || columns % (k_lanes_across * thread_columns) != 0)
    return "a tile has work for whole warps only";
  if (thread_rows % vector != 0 || thread_columns % vector != 0) return "a thread has whole packs only";
  return "";
}

int64_t warps_across(int64_t columns, int64_t thread_columns) {
  return columns / (k_lanes_across * thread_columns);
}

int64_t blocks_with_room(int64_t threads, int64_t registers_of_thread) {
  return std::clamp<int64_t>(k_all_registers / (threads * registers_of_thread), 1, k_most_threads / threads);
}

void write_lanes(Lines& lines) {
  lines.add(
      "// A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.");
  lines.add(
      "// Neighbouring lanes read the same rows, and lanes at distance 2 the same columns: 16 lanes are served at "
      "once.");
  lines.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
  lines.add("const int lane_row = lane / 2 % 2 + lane / 16 * 2, lane_column = lane % 2 + lane / 4 % 4 * 2;");
}

void write_first_of_thread(const RegisterTile& tile, Lines& lines) {
  lines.add(fmt::format("const int {} = warp / {} * (4 * {}) + lane_row * kVector;", tile.row, tile.warps_across,
                        tile.thread_rows));
  lines.add(fmt::format("const int {} = warp % {} * (8 * {}) + lane_column * kVector;", tile.column, tile.warps_across,
                        tile.thread_columns));
}

void write_multiplication(const RegisterTile& tile, const TermLines& from, const std::string& head,
                          const std::string& number_type, Lines& lines) {
  lines.add(fmt::format("{} {}[{}][{}] = {{}};", number_type, tile.sums, tile.thread_rows, tile.thread_columns));
  lines.open(head);
  lines.add("#pragma unroll");
  lines.open("for (int k = 0; k < kTileK; ++k)");
  lines.add(fmt::format("{} of_left[{}], of_right[{}];", number_type, tile.thread_rows, tile.thread_columns));
  lines.add(fmt::format("take_apart<kVector, 4 * kVector>(of_left, &{}[{}]);", from.left, tile.row));
  lines.add(fmt::format("take_apart<kVector, 8 * kVector>(of_right, &{}[{}]);", from.right, tile.column));
  lines.add(fmt::format("add_products({}, of_left, of_right);", tile.sums));
  lines.close();
  lines.close("};");
}

void write_packs_of_sums(const RegisterTile& tile, const std::function<void()>& write_pack, Lines& lines) {
  lines.add("#pragma unroll");
  lines.open("for (int s = 0; s < kThreadM; ++s)");
  lines.add("const long long i = tile_row + " + tile.row_of_sum() + ";");
  lines.add("#pragma unroll");
  lines.open("for (int p = 0; p < kThreadN / kVector; ++p)");
  lines.add("const long long j = tile_column + " + tile.column_of_pack() + ";");
  lines.add("if (i >= count_down || j >= count_across) continue;");
  write_pack();
  lines.close();
  lines.close();
}

}  // namespace whet::write
