// mma.sync, and the decoder of the matrix family.
#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "vgpu/decode/handler_table.h"
#include "vgpu/ops/tensor/tensor_ops.h"
#include "vgpu/ops/tensor/tensor_sparse.h"

namespace whet::vgpu {

using ptx::Type;

namespace {

// The shapes that PTX has for operands of this width.
struct SizeRow {
  int bits;
  MatrixSize size;
};
constexpr std::array k_sizes = {
    SizeRow{16, {16, 8, 8}},  SizeRow{16, {16, 8, 16}}, SizeRow{32, {16, 8, 4}}, SizeRow{32, {16, 8, 8}},
    SizeRow{8, {8, 8, 16}},   SizeRow{8, {16, 8, 16}},  SizeRow{8, {16, 8, 32}}, SizeRow{4, {8, 8, 32}},
    SizeRow{4, {16, 8, 32}},  SizeRow{4, {16, 8, 64}},  SizeRow{1, {8, 8, 128}}, SizeRow{1, {16, 8, 128}},
    SizeRow{1, {16, 8, 256}}, SizeRow{64, {8, 8, 4}},   SizeRow{64, {16, 8, 4}}, SizeRow{64, {16, 8, 8}},
    SizeRow{64, {16, 8, 16}},
};

bool is_known(int bits, const MatrixSize& size) {
  return std::any_of(k_sizes.begin(), k_sizes.end(),
                     [&](const SizeRow& row) { return row.bits == bits && row.size == size; });
}

int chunks_of(int bits, int k) {
  return bits == 64 ? k / 4 : k * bits / 128;
}

// The blocks of C in one mma are rows, so the registers of A and C are in that order.
Result<bool> decode_dense(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const auto size = matrix_size(in);
  if (!size || in.type_count() != 4 || input.operands.size() != 4) return unsupported_form(input);
  if (*size == MatrixSize{8, 8, 4} && in.type(1) == Type::f16) {
    return unsupported_form(input, "m8n8k4 of f16 is run by compute capability 7.0 alone");
  }
  const TensorTypes types{.a = in.type(1), .b = in.type(2), .c = in.type(3), .d = in.type(0)};
  const int bits = operand_bits(types.a);
  if (!is_known(bits, *size)) return unsupported_form(input, "no such shape for these types");
  const TensorShape shape{.row_blocks = size->m / 8, .column_blocks = 1, .chunks = chunks_of(bits, size->k)};
  const auto& places = input.operands;
  return use_multiplication(input, shape, types, accumulate_mode(in),
                            {.d = places[0], .a = places[1], .b = places[2], .c = places[3]});
}

}  // namespace

std::optional<MatrixSize> parse_matrix_size(std::string_view word) {
  MatrixSize size;
  const char* at = word.data();
  const char* const end = at + word.size();
  for (const auto& [letter, number] : {std::pair{'m', &size.m}, {'n', &size.n}, {'k', &size.k}}) {
    if (at == end || *at != letter) return std::nullopt;
    const auto [next, failure] = std::from_chars(at + 1, end, *number);
    if (failure != std::errc()) return std::nullopt;
    at = next;
  }
  if (at != end) return std::nullopt;
  return size;
}

std::optional<MatrixSize> matrix_size(const ptx::Instruction& in) {
  for (const std::string& modifier : in.modifiers) {
    if (const auto size = parse_matrix_size(modifier)) return size;
  }
  return std::nullopt;
}

Accumulate accumulate_mode(const ptx::Instruction& in) {
  if (in.has("satfinite")) return Accumulate::saturated;
  if (in.has("popc")) return in.has("and") ? Accumulate::bits_and : Accumulate::bits_xor;
  return Accumulate::plain;
}

Result<bool> decode_mma(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.has("block_scale")) return unsupported_form(input, "scaled blocks");
  if (!in.has("row") || !in.has("col")) return unsupported_form(input, "only .row.col has the known layout");
  const bool is_sparse = in.has("sp") || in.has("sp::ordered_metadata");
  return is_sparse ? decode_sparse_mma(input) : decode_dense(input);
}

Result<bool> decode_tensor(DecodeInput& input) {
  const std::string& opcode = input.in.opcode;
  if (opcode == "mma") return decode_mma(input);
  if (opcode == "wmma") return decode_wmma(input);
  if (opcode == "wgmma") return decode_wgmma(input);
  if (in_list("ldmatrix stmatrix movmatrix", opcode)) return decode_matrix_move(input);
  return false;
}

}  // namespace whet::vgpu
