// The parts of the matrix family, each in its own file.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/handler.h"
#include "vgpu/ops/tensor/tensor_core.h"

namespace whet::vgpu {

Result<bool> decode_mma(DecodeInput& input);          // mma.sync, tensor_mma.cpp
Result<bool> decode_wmma(DecodeInput& input);         // wmma.load, .mma and .store
Result<bool> decode_matrix_move(DecodeInput& input);  // ldmatrix, stmatrix, movmatrix
Result<bool> decode_wgmma(DecodeInput& input);        // wgmma

// "m16n8k32"
struct MatrixSize {
  int m = 0, n = 0, k = 0;
  bool operator==(const MatrixSize&) const = default;
};
std::optional<MatrixSize> parse_matrix_size(std::string_view word);
// The size in the first modifier that is one.
std::optional<MatrixSize> matrix_size(const ptx::Instruction& in);

// .satfinite, .and.popc and .xor.popc.
Accumulate accumulate_mode(const ptx::Instruction& in);

// The element types of a multiplication.
struct TensorTypes {
  ptx::Type a = ptx::Type::none, b = ptx::Type::none, c = ptx::Type::none, d = ptx::Type::none;
};

// Makes the op a multiplication. `a` to `d` are the operands' registers in the order of tensor_core.h; registers beyond
// those of the shape are ignored. It is an error if the types cannot be combined or registers are missing.
struct TensorRegisters {
  const std::vector<Ref>&d, &a, &b, &c;
};
Result<bool> use_multiplication(DecodeInput& input, const TensorShape& shape, const TensorTypes& types, Accumulate how,
                                const TensorRegisters& registers);

// The number of registers for eight rows and eight columns of C.
int registers_of_block(ptx::Type type);
// Bits of one number of A or B; 0 for a type that cannot be an operand.
int operand_bits(ptx::Type type);

// The registers of an operand, each as 32 words, wherever they are stored.
template <typename Word>
class RegisterWords {
 public:
  RegisterWords(const Warp& warp, const Ref* refs, int count) {
    for (int i = 0; i < count; ++i) {
      words_[i] = refs[i].is_lanes() ? warp.lanes<Word>(refs[i]) : spread(warp.scalar_value<Word>(refs[i]), i);
    }
  }
  RegisterWords(const RegisterWords&) = delete;
  RegisterWords& operator=(const RegisterWords&) = delete;
  const Word* operator[](int i) const { return words_[i]; }
  const Word* const* all() const { return words_; }

 private:
  const Word* spread(Word value, int i) {
    std::fill_n(spread_[i], k_lanes, value);
    return spread_[i];
  }

  const Word* words_[k_most_registers];
  Word spread_[k_most_registers][k_lanes];
};

// Writes the active lanes of a register.
template <typename Word>
inline void put_words(Warp& warp, Ref dst, const Word* words) {
  write_lanes<Word>(warp, dst, [words](int lane) { return words[lane]; });
}

}  // namespace whet::vgpu
