// Runs one arithmetic instruction, given by its text, without a kernel around it.
//
//   InstructionRun run("mad.lo.s32", "4,4,4,4");
//
// Operands, destination first: 2, 4 or 8 is a register of that many bytes, p a predicate, !p a negated one, p|p and 4|p
// pairs, #232 a number. Inputs are the values of the sources in order, predicates as 0 or 1, without numbers.
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

using Inputs = std::array<uint64_t, 4>;
using Outputs = std::array<uint64_t, 2>;  // destination, and the second one of a pair

struct OperandShape {
  int bytes = 0;  // 0: predicate
  bool negated = false, is_pair = false, is_number = false;
  uint64_t number = 0;
};

inline OperandShape shape_of(std::string_view text) {
  if (text[0] == '#') return {.is_number = true, .number = std::stoull(std::string(text.substr(1)))};
  if (text.ends_with("|p")) return {.bytes = text[0] == 'p' ? 0 : text[0] - '0', .is_pair = true};
  if (text == "!p") return {.negated = true};
  return {.bytes = text == "p" ? 0 : text[0] - '0'};
}

class InstructionRun {
 public:
  static constexpr uint64_t k_untouched = 0xa5a5a5a5a5a5a5a5;

  InstructionRun(std::string_view spelling, std::string_view operands) {
    for (const std::string_view word : split(spelling, '.')) {
      if (in_.opcode.empty())
        in_.opcode = word;
      else
        in_.modifiers.emplace_back(word);
    }
    for (const std::string_view operand : split(operands, ',')) shapes_.push_back(shape_of(operand));
    for (const OperandShape& shape : shapes_) in_.operands.push_back(operand_of(shape));
    program_.module = std::make_shared<ptx::Module>();
    frame_.resize(8192 + 64);
    const auto start = reinterpret_cast<uintptr_t>(frame_.data());
    warp_.frame = frame_.data() + ((start + 63) / 64 * 64 - start);
    warp_.program = &program_;
    program_.constants.resize(16);
    warp_.constants = reinterpret_cast<const std::byte*>(program_.constants.data());
  }

  // "" if the instruction can be run; sources in `scalars` are scalars or constants.
  std::string decode(bool uniform, unsigned scalars) {
    op_ = {};
    const SymbolLookup none = [](std::string_view) { return SymbolPlace(); };
    DecodeInput input{.in = in_, .uniform = uniform, .program = program_, .op = op_, .symbol = none};
    for (size_t i = 0; i < shapes_.size(); ++i) {
      input.operands.push_back(places_of(i, uniform, scalars));
      input.register_bytes.push_back(shapes_[i].is_number ? 0 : shapes_[i].bytes);
    }
    places_ = input.operands;
    Ref* const slots[] = {&op_.dst, &op_.a, &op_.b, &op_.c, &op_.d};
    for (size_t i = 0; i < places_.size() && i < 5; ++i) *slots[i] = places_[i][0];
    if (shapes_[0].is_pair) op_.dst2 = places_[0][1];
    for (const Decoder decoder : {decode_integer, decode_float, decode_half, decode_convert, decode_compare}) {
      const Result<bool> known = decoder(input);
      if (!known) return known.error().what;
      if (*known) return "";
    }
    return "no family knows it";
  }

  // Lane i runs on inputs[i].
  std::vector<Outputs> run(const std::vector<Inputs>& inputs, Mask mask) {
    warp_.set_mask(mask);
    for (size_t operand = 1, source = 0; operand < shapes_.size(); ++operand) {
      if (shapes_[operand].is_number) continue;
      put(operand, source++, inputs);
    }
    fill_destination();
    op_.run(warp_, op_);
    std::vector<Outputs> outputs;
    for (int lane = 0; lane < k_lanes; ++lane) outputs.push_back({result(0, lane), result(1, lane)});
    return outputs;
  }

  // The value of a destination that no instruction has written.
  Outputs untouched(int lane) const {
    return masked({shapes_[0].bytes == 0 ? k_untouched >> lane : k_untouched, k_untouched >> lane});
  }
  // Keeps the bits that the destination has.
  Outputs masked(Outputs outputs) const {
    const int bytes = shapes_[0].bytes;
    const uint64_t keep = bytes == 0 ? 1 : bytes == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * bytes)) - 1;
    return {outputs[0] & keep, shapes_[0].is_pair ? outputs[1] & 1 : 0};
  }
  size_t sources() const {
    size_t count = 0;
    for (size_t i = 1; i < shapes_.size(); ++i) count += !shapes_[i].is_number;
    return count;
  }
  bool is_predicate(size_t source) const { return operand_at(source).bytes == 0; }
  Warp& warp() { return warp_; }
  const Op& op() const { return op_; }

 private:
  // Frame: operand i's lanes at 512 * i, followed by its scalar and mask. Constants: one per operand.
  static uint32_t lanes_at(size_t i) { return static_cast<uint32_t>(512 * i); }
  static uint32_t scalar_at(size_t i) { return static_cast<uint32_t>(512 * i + 256); }
  static uint32_t mask_at(size_t i, int which = 0) { return static_cast<uint32_t>(512 * i + 320 + 4 * which); }

  static ptx::Operand operand_of(const OperandShape& shape) {
    ptx::Operand operand;
    operand.kind = shape.is_number ? ptx::Operand::Kind::immediate
                   : shape.is_pair ? ptx::Operand::Kind::pair
                                   : ptx::Operand::Kind::reg;
    operand.negated = shape.negated;
    operand.value = shape.number;
    return operand;
  }
  const OperandShape& operand_at(size_t source) const {
    size_t operand = 1;
    for (; shapes_[operand].is_number || source > 0; ++operand) source -= !shapes_[operand].is_number;
    return shapes_[operand];
  }

  std::vector<Ref> places_of(size_t i, bool uniform, unsigned scalars) const {
    const OperandShape& shape = shapes_[i];
    if (shape.is_number) return {Ref(Ref::constant, static_cast<uint32_t>(8 * i))};
    if (shape.bytes == 0) return {Ref(Ref::lanes, mask_at(i)), Ref(Ref::lanes, mask_at(i, 1))};
    if (i == 0) {
      return {uniform ? Ref(Ref::scalar, scalar_at(0)) : Ref(Ref::lanes, lanes_at(0)), Ref(Ref::lanes, mask_at(i, 1))};
    }
    if (!uniform && !(scalars >> i & 1)) return {Ref(Ref::lanes, lanes_at(i))};
    // Odd operands are constants, even ones scalars, so that both are tested.
    return {i % 2 ? Ref(Ref::constant, static_cast<uint32_t>(8 * i)) : Ref(Ref::scalar, scalar_at(i))};
  }

  void put(size_t operand, size_t source, const std::vector<Inputs>& inputs) {
    const Ref ref = places_[operand][0];
    const int bytes = shapes_[operand].bytes;
    if (bytes == 0) {
      Mask mask = 0;
      for (int lane = 0; lane < k_lanes; ++lane) mask |= Mask{inputs[lane][source] != 0} << lane;
      std::memcpy(warp_.frame + ref.offset(), &mask, 4);
    } else if (ref.kind() == Ref::constant) {
      program_.constants[operand] = inputs[0][source];
    } else if (ref.kind() == Ref::scalar) {
      // The bits above a scalar's low bytes must not matter.
      const uint64_t above = bytes == 8 ? 0 : ~uint64_t{0} << (8 * bytes);
      const uint64_t value = inputs[0][source] | above;
      std::memcpy(warp_.frame + ref.offset(), &value, 8);
    } else {
      for (int lane = 0; lane < k_lanes; ++lane) {
        std::memcpy(warp_.frame + ref.offset() + lane * bytes, &inputs[lane][source], bytes);
      }
    }
  }
  void fill_destination() {
    for (uint32_t at = 0; at < 512; at += 8) std::memcpy(warp_.frame + at, &k_untouched, 8);
  }
  uint64_t result(int which, int lane) const {
    if (shapes_[0].bytes == 0 || which == 1) {
      Mask mask = 0;
      if (which && !shapes_[0].is_pair) return 0;
      std::memcpy(&mask, warp_.frame + mask_at(0, which), 4);
      return mask >> lane & 1;
    }
    uint64_t value = 0;
    const bool scalar = places_[0][0].kind() == Ref::scalar;
    const uint32_t at = scalar ? scalar_at(0) : lanes_at(0) + static_cast<uint32_t>(lane * shapes_[0].bytes);
    std::memcpy(&value, warp_.frame + at, static_cast<size_t>(shapes_[0].bytes));
    return value;
  }

  ptx::Instruction in_;
  std::vector<OperandShape> shapes_;
  std::vector<std::vector<Ref>> places_;
  Program program_;
  std::vector<std::byte> frame_;
  Warp warp_;
  Op op_;
};

}  // namespace whet::vgpu
