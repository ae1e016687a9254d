// ldmatrix, stmatrix and movmatrix.
#include "vgpu/ops/tensor/tensor_move.h"

#include <cstring>

#include "vgpu/decode/handler_table.h"
#include "vgpu/ops/tensor/tensor_memory.h"
#include "vgpu/ops/tensor/tensor_ops.h"

namespace whet::vgpu {
namespace {

constexpr int k_row_bytes = 16, k_rows = 8;
constexpr uint8_t k_transposed = 1;  // in Op::flags

// Lane 8 * i + r has the address of row r of matrix i.
struct Rows {
  bool reached = false;
  std::byte* hosts[k_lanes];
};

void reach_rows(Warp& warp, const Op& op, const MemoryForm& form, bool write, Rows& rows) {
  alignas(64) uint64_t addresses[k_lanes];
  const ptx::Space space = matrix_addresses(warp, op, form, addresses);
  const Mask lanes = form.count == 4 ? k_all_lanes : (1u << form.count * k_rows) - 1;
  rows.reached = touch_matrix(warp, op, space, addresses, lanes, k_row_bytes, write, rows.hosts, CachePath::matrix);
}

void load_matrix(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  Rows rows;
  reach_rows(warp, op, form, false, rows);
  if (!rows.reached) return;
  for (int matrix = 0; matrix < form.count; ++matrix) {
    alignas(64) uint32_t words[k_lanes];
    for (int row = 0; row < k_rows; ++row) {
      std::memcpy(words + row * 4, rows.hosts[matrix * k_rows + row], k_row_bytes);
    }
    if (op.flags & k_transposed) transpose_halves(words, words);
    put_words(warp, warp.program->refs[form.first_ref + static_cast<uint32_t>(matrix)], words);
  }
}

void store_matrix(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  Rows rows;
  reach_rows(warp, op, form, true, rows);
  if (!rows.reached) return;
  for (int matrix = 0; matrix < form.count; ++matrix) {
    const RegisterWords<uint32_t> given(warp, &warp.program->refs[form.first_ref + static_cast<uint32_t>(matrix)], 1);
    alignas(64) uint32_t words[k_lanes];
    std::memcpy(words, given[0], sizeof(words));
    if (op.flags & k_transposed) transpose_halves(words, words);
    for (int row = 0; row < k_rows; ++row) {
      std::memcpy(rows.hosts[matrix * k_rows + row], words + row * 4, k_row_bytes);
    }
  }
}

void move_matrix(Warp& warp, const Op& op) {
  const RegisterWords<uint32_t> from(warp, &op.a, 1);
  alignas(64) uint32_t words[k_lanes];
  transpose_halves(from[0], words);
  put_words(warp, op.dst, words);
}

Result<bool> decode_movmatrix(DecodeInput& input) {
  if (!input.in.has("m8n8") || !input.in.has("trans") || !input.in.has("b16")) return unsupported_form(input);
  input.op.run = move_matrix;
  return true;
}

}  // namespace

void transpose_halves(const uint32_t* from, uint32_t* to) {
  uint16_t rows[k_rows][k_rows], columns[k_rows][k_rows];
  std::memcpy(rows, from, sizeof(rows));
  for (int row = 0; row < k_rows; ++row) {
    for (int column = 0; column < k_rows; ++column) columns[column][row] = rows[row][column];
  }
  std::memcpy(to, columns, sizeof(columns));
}

Result<bool> decode_matrix_move(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode == "movmatrix") return decode_movmatrix(input);
  if (!in.has("m8n8") || !in.has("b16")) return unsupported_form(input, "only matrices of 8 x 8 with .b16");
  if (input.operands.size() != 2) return unsupported_form(input);
  const bool store = in.opcode == "stmatrix";
  TRY(form, matrix_form(input, store ? 0 : 1, store ? 1 : 0));
  const int named = in.has("x1") ? 1 : in.has("x2") ? 2 : in.has("x4") ? 4 : 0;
  if (form.count != named) return unsupported_form(input, "the number of registers does not match that of matrices");
  form.write = store;
  input.op.flags = in.has("trans") ? k_transposed : 0;
  input.op.extra = static_cast<uint32_t>(input.program.memory_forms.size());
  input.program.memory_forms.push_back(form);
  input.op.run = store ? store_matrix : load_matrix;
  return true;
}

}  // namespace whet::vgpu
