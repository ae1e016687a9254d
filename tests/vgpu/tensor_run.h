// Runs one matrix instruction, given by its text, on registers given as words, without a kernel around it.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "util/text.h"
#include "vgpu/decode/decode.h"
#include "vgpu/machine/warp.h"

namespace whet::vgpu {

// 32 words of 32 or 64 bits for each register of an operand.
template <typename Word>
using RegisterFile = std::vector<std::array<Word, k_lanes>>;

inline ptx::Instruction instruction_of(std::string_view spelling) {
  ptx::Instruction in;
  for (const std::string_view word : split(spelling, '.')) {
    if (in.opcode.empty())
      in.opcode = word;
    else
      in.modifiers.emplace_back(word);
  }
  return in;
}

template <typename Word>
class TensorRun {
 public:
  explicit TensorRun(std::string_view spelling) : in_(instruction_of(spelling)), program_(new Program) {
    program_->module = std::make_shared<ptx::Module>();
    frame_.resize(64 * 1024);
    warp_.frame = frame_.data();
    warp_.program = program_.get();
    set_mask(k_all_lanes);
  }

  // Adds an operand of registers, in the order of the text.
  void add(const RegisterFile<Word>& registers) {
    std::vector<Ref> refs;
    for (const auto& words : registers) {
      refs.emplace_back(Ref::lanes, next_);
      std::memcpy(frame_.data() + next_, words.data(), sizeof(words));
      next_ += 256;
    }
    operands_.push_back(std::move(refs));
  }
  void set_mask(Mask mask) {
    warp_.mask = mask;
    for (int lane = 0; lane < k_lanes; ++lane) warp_.lane_words[lane] = mask >> lane & 1 ? ~0u : 0;
  }
  // The error of decoding; "" if the instruction can be run.
  std::string decode() {
    const SymbolLookup none = [](std::string_view) { return SymbolPlace(); };
    in_.operands.resize(operands_.size());
    DecodeInput input{.in = in_, .operands = operands_, .program = *program_, .op = op_, .symbol = none};
    input.register_bytes.assign(operands_.size(), sizeof(Word));
    const Result<bool> known = decode_tensor(input);
    if (!known) return known.error().what;
    return *known ? "" : "not of the family";
  }
  void run() { op_.run(warp_, op_); }
  RegisterFile<Word> result(size_t operand = 0) const {
    RegisterFile<Word> registers;
    for (const Ref ref : operands_[operand]) {
      std::memcpy(registers.emplace_back().data(), frame_.data() + ref.offset(), k_lanes * sizeof(Word));
    }
    return registers;
  }

 private:
  ptx::Instruction in_;
  std::unique_ptr<Program> program_;
  std::vector<std::byte> frame_;
  std::vector<std::vector<Ref>> operands_;
  uint32_t next_ = 0;
  Op op_;
  Warp warp_;
};

}  // namespace whet::vgpu
