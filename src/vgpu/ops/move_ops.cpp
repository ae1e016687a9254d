// mov, cvta, isspacep and the special registers.
#include <bit>
#include <cstring>

#include "vgpu/decode/decode.h"
#include "vgpu/decode/special_registers.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/cluster_window.h"

namespace whet::vgpu {

using ptx::Operand;

namespace {

struct Wide {
  uint64_t low = 0, high = 0;
};

template <typename T>
void move(Warp& warp, const Op& op) {
  const Source<T> a(warp, op.a);
  write_lanes<T>(warp, op.dst, [&](int lane) { return a[lane]; });
}

template <typename T>
void move_uniform(Warp& warp, const Op& op) {
  warp.scalar<T>(op.dst) = warp.scalar_value<T>(op.a);
}

void move_predicate(Warp& warp, const Op& op) {
  warp.put_predicate(op.dst, op.flags ? ~warp.predicate(op.a) : warp.predicate(op.a));
}

Handler move_of(int bytes, bool uniform) {
  switch (bytes) {
    case 1:
    case 2:
      return uniform ? move_uniform<uint16_t> : move<uint16_t>;
    case 4:
      return uniform ? move_uniform<uint32_t> : move<uint32_t>;
    case 16:
      return move<Wide>;
    default:
      return uniform ? move_uniform<uint64_t> : move<uint64_t>;
  }
}

// mov.b64 {lo, hi}, a: Part is the type of one element, Whole that of the packed value.
template <typename Whole, typename Part>
void unpack(Warp& warp, const Op& op) {
  const Source<Whole> a(warp, op.a);
  const Ref* parts = warp.program->refs.data() + op.extra;
  for (int p = 0; p < op.small; ++p) {
    const int shift = p * static_cast<int>(sizeof(Part)) * 8;
    if (!parts[p].is_lanes())
      warp.scalar<Part>(parts[p]) = static_cast<Part>(a[0] >> shift);
    else
      write_lanes<Part>(warp, parts[p], [&](int lane) { return static_cast<Part>(a[lane] >> shift); });
  }
}

template <typename Whole, typename Part>
void pack(Warp& warp, const Op& op) {
  const Ref* parts = warp.program->refs.data() + op.extra;
  alignas(64) Whole packed[k_lanes] = {};
  for (int p = 0; p < op.small; ++p) {
    const Source<Part> part(warp, parts[p]);
    const int shift = p * static_cast<int>(sizeof(Part)) * 8;
    for (int lane = 0; lane < k_lanes; ++lane)
      packed[lane] = static_cast<Whole>(packed[lane] | Whole{part[lane]} << shift);
  }
  if (!op.dst.is_lanes())
    warp.scalar<Whole>(op.dst) = packed[0];
  else
    write_lanes<Whole>(warp, op.dst, [&](int lane) { return packed[lane]; });
}

void unpack_wide(Warp& warp, const Op& op) {
  const Source<Wide> a(warp, op.a);
  const Ref* parts = warp.program->refs.data() + op.extra;
  write_lanes<uint64_t>(warp, parts[0], [&](int lane) { return a[lane].low; });
  write_lanes<uint64_t>(warp, parts[1], [&](int lane) { return a[lane].high; });
}

void pack_wide(Warp& warp, const Op& op) {
  const Ref* parts = warp.program->refs.data() + op.extra;
  const Source<uint64_t> low(warp, parts[0]), high(warp, parts[1]);
  write_lanes<Wide>(warp, op.dst, [&](int lane) { return Wide{low[lane], high[lane]}; });
}

Handler pack_of(int whole, int part) {
  if (whole == 16) return pack_wide;
  if (whole == 8) return part == 4 ? pack<uint64_t, uint32_t> : pack<uint64_t, uint16_t>;
  return part == 2 ? pack<uint32_t, uint16_t> : pack<uint32_t, uint8_t>;
}

Handler unpack_of(int whole, int part) {
  if (whole == 16) return unpack_wide;
  if (whole == 8) return part == 4 ? unpack<uint64_t, uint32_t> : unpack<uint64_t, uint16_t>;
  return part == 2 ? unpack<uint32_t, uint16_t> : unpack<uint32_t, uint8_t>;
}

// Adds a constant: the base of a window, or an address known when decoding.
template <typename T>
void add_offset(Warp& warp, const Op& op) {
  const T offset = static_cast<T>(op.offset);
  if (!op.dst.is_lanes()) {
    warp.scalar<T>(op.dst) = static_cast<T>((op.a.present() ? warp.scalar_value<T>(op.a) : 0) + offset);
    return;
  }
  if (!op.a.present()) return write_lanes<T>(warp, op.dst, [&](int) { return offset; });
  const Source<T> a(warp, op.a);
  write_lanes<T>(warp, op.dst, [&](int lane) { return static_cast<T>(a[lane] + offset); });
}

template <typename T>
void write_address(Warp& warp, const Op& op, uint64_t base) {
  const T value = static_cast<T>(static_cast<uint64_t>(op.offset) + base);
  if (!op.dst.is_lanes())
    warp.scalar<T>(op.dst) = value;
  else
    write_lanes<T>(warp, op.dst, [&](int) { return value; });
}

// The address of a stack variable depends on the depth of calls.
template <typename T>
void add_local_base(Warp& warp, const Op& op) {
  write_address<T>(warp, op, warp.local_base());
}

// The address of a shared variable has the block's rank.
template <typename T>
void add_shared_base(Warp& warp, const Op& op) {
  write_address<T>(warp, op, own_rank_bits(warp.block->rank()));
}

void add_parameter_base(Warp& warp, const Op& op) {
  const uint64_t base = warp.worker->launch.parameter_address + static_cast<uint64_t>(op.offset);
  if (!op.dst.is_lanes()) {
    warp.scalar<uint64_t>(op.dst) = base;
    return;
  }
  write_lanes<uint64_t>(warp, op.dst, [&](int) { return base; });
}

void in_window(Warp& warp, const Op& op) {
  const Source<uint64_t> a(warp, op.a);
  Mask holds = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    const bool shared = a[lane] - k_shared_window < k_window_bytes, local = a[lane] - k_local_window < k_window_bytes;
    const bool own = shared && rank_in(a[lane] - k_shared_window, warp.block->rank()) == warp.block->rank();
    const bool inside = op.small == 0 ? own : op.small == 1 ? local : op.small == 2 ? !shared && !local : shared;
    holds |= static_cast<Mask>(inside) << lane;
  }
  warp.put_predicate(op.dst, holds);
}

Result<bool> decode_symbol_move(DecodeInput& input, const Operand& source) {
  const SymbolPlace place = input.symbol(source.name);
  using Kind = SymbolPlace::Kind;
  const bool wide = input.register_bytes[0] == 8;
  input.op.a = Ref();
  input.op.offset = static_cast<int64_t>(place.value + source.value);
  switch (place.kind) {
    case Kind::local:
      input.op.run = wide ? add_local_base<uint64_t> : add_local_base<uint32_t>;
      return true;
    case Kind::kernel_param:
      input.op.run = add_parameter_base;
      input.program.takes_parameter_address = true;
      return true;
    case Kind::function:
      input.op.offset += static_cast<int64_t>(k_function_window);
      break;
    case Kind::shared:
      input.op.run = wide ? add_shared_base<uint64_t> : add_shared_base<uint32_t>;
      return true;
    case Kind::global:
      break;
    case Kind::unknown:
    case Kind::frame_param:
      return unsupported(*input.program.module, input.in, "`" + source.name + "` has no address here");
  }
  input.op.run = wide ? add_offset<uint64_t> : add_offset<uint32_t>;
  return true;
}

Result<bool> decode_vector_move(DecodeInput& input, size_t vector) {
  const std::vector<Ref>& parts = input.operands[vector];
  const int whole = ptx::bytes_of(input.in.type());
  const int part = whole / static_cast<int>(parts.size());
  input.op.extra = static_cast<uint32_t>(input.program.refs.size());
  input.op.small = static_cast<uint16_t>(parts.size());
  input.program.refs.insert(input.program.refs.end(), parts.begin(), parts.end());
  input.op.run = vector == 0 ? unpack_of(whole, part) : pack_of(whole, part);
  return true;
}

Result<bool> decode_mov(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.operands.size() != 2) return unsupported(*input.program.module, in);
  if (in.operands[0].kind == Operand::Kind::vector) return decode_vector_move(input, 0);
  const Operand& source = in.operands[1];
  switch (source.kind) {
    case Operand::Kind::vector:
      return decode_vector_move(input, 1);
    case Operand::Kind::special:
      return decode_special_register(input);
    case Operand::Kind::symbol:
      return decode_symbol_move(input, source);
    case Operand::Kind::address:
      return decode_symbol_move(input, source);
    default:
      break;
  }
  if (in.type() == ptx::Type::pred) {
    input.op.flags = source.negated;
    input.op.run = move_predicate;
  } else {
    input.op.run = move_of(ptx::bytes_of(in.type()), input.uniform);
  }
  return true;
}

uint64_t window_in(const ptx::Instruction& in) {
  if (in.has("shared") || in.has("shared::cta") || in.has("shared::cluster")) return k_shared_window;
  return in.has("local") ? k_local_window : 0;
}

// cvta.shared.u64 adds the window's base, cvta.to.shared.u64 subtracts it; global addresses are generic as they are.
Result<bool> decode_cvta(DecodeInput& input) {
  const auto window = static_cast<int64_t>(window_in(input.in));
  if (input.in.operands.size() == 2 && input.in.operands[1].kind == Operand::Kind::symbol) {
    TRY(known, decode_symbol_move(input, input.in.operands[1]));
    input.op.offset += window;
    return known;
  }
  input.op.offset = input.in.has("to") ? -window : window;
  input.op.run = input.register_bytes[0] == 8 ? add_offset<uint64_t> : add_offset<uint32_t>;
  return true;
}

}  // namespace

Result<bool> decode_move(DecodeInput& input) {
  const std::string& opcode = input.in.opcode;
  if (opcode == "mov") return decode_mov(input);
  if (opcode == "cvta") return decode_cvta(input);
  if (opcode == "createpolicy") {  // cache hints have no effect here
    input.op.a = Ref();
    input.op.run = add_offset<uint64_t>;
    return true;
  }
  if (opcode != "isspacep") return false;
  input.op.run = in_window;
  input.op.small = input.in.has("shared") || input.in.has("shared::cta") ? 0
                   : input.in.has("local")                               ? 1
                   : input.in.has("shared::cluster")                     ? 3
                                                                         : 2;
  return true;
}

}  // namespace whet::vgpu
