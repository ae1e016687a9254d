// ld and st.
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/preempt.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/access_types.h"
#include "vgpu/ops/memory_access.h"
#include "vgpu/ops/parameter_ops.h"

namespace whet::vgpu {

using ptx::Operand;
using ptx::Space;

namespace {

struct Reached {
  Mask lanes = 0;
  alignas(64) uint64_t addresses[k_lanes];
  std::byte* hosts[k_lanes];
};

// Computes the addresses of a load or store by the active lanes; checks, counts and reports them.
inline void reach_operands(Warp& warp, const Op& op, const MemoryForm& form, Reached& reached) {
  lane_addresses(warp, op.a, form.address32, op.offset, reached.addresses);
  Space space = form.space;
  if (space == Space::generic || warp.block->rank() != 0)
    space = concrete_space(warp, space, reached.addresses, warp.mask);
  const int width = form.width();
  reached.lanes = reach(warp, op, space, reached.addresses, warp.mask, width, form.write, reached.hosts);
  if (reached.lanes == 0) return;
  LaunchState& launch = warp.worker->launch;
  if (launch.observer) {
    launch.observer->access(warp, op, space, reached.addresses, reached.lanes, width,
                            form.write ? AccessKind::write : AccessKind::read);
  }
  if (launch.options->counted) {
    count_access(warp, op, space, reached.addresses, reached.lanes, width, form.write,
                 form.bypass_l1 ? CachePath::bypass_l1 : CachePath::normal);
  }
  if (form.polls) {
    warp.block->polled = true;
    warp.poll(64);
    give_way_after(warp, op);
  } else if (form.bypass_l1) {
    warp.perhaps_poll();
    if (form.write) perhaps_give_way_after(warp, op);
  }
}

// Reads the values `at` bytes after each lane's pointer, several lanes at once so that no store waits for a load.
template <typename E, typename R>
inline void gather(std::byte* const* hosts, size_t at, R* values) {
  constexpr int k_at_once = 8;
  for (int first = 0; first < k_lanes; first += k_at_once) {
    E read[k_at_once];
    for (int i = 0; i < k_at_once; ++i) std::memcpy(&read[i], hosts[first + i] + at, sizeof(E));
    for (int i = 0; i < k_at_once; ++i) values[first + i] = static_cast<R>(read[i]);
  }
}

// E is the type in memory, R that of the register.
template <typename E, typename R>
void load(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  Reached reached;
  reach_operands(warp, op, form, reached);
  const Ref* refs = warp.program->refs.data() + form.first_ref;
  for (int element = 0; element < form.count; ++element) {
    R* values = warp.lanes<R>(refs[element]);
    const size_t at = static_cast<size_t>(element) * sizeof(E);
    if (reached.lanes == k_all_lanes) {
      gather<E>(reached.hosts, at, values);
      continue;
    }
    for (Mask rest = warp.mask; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      E value{};
      if (reached.lanes >> lane & 1) std::memcpy(&value, reached.hosts[lane] + at, sizeof(E));
      values[lane] = static_cast<R>(value);
    }
  }
}

// All lanes have the same address, so they get the same value.
template <typename E, typename R>
void load_uniform(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  Reached reached;
  reach_operands(warp, op, form, reached);
  const Ref* refs = warp.program->refs.data() + form.first_ref;
  for (int element = 0; element < form.count; ++element) {
    E value{};
    if (reached.lanes) {
      std::memcpy(&value, reached.hosts[std::countr_zero(reached.lanes)] + static_cast<size_t>(element) * sizeof(E),
                  sizeof(E));
    }
    if (refs[element].is_lanes())
      std::fill_n(warp.lanes<R>(refs[element]), k_lanes, static_cast<R>(value));
    else
      warp.scalar<R>(refs[element]) = static_cast<R>(value);
  }
}

// Lanes write in order, so that the last of several on one address wins.
template <typename E, typename R>
void store(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  Reached reached;
  reach_operands(warp, op, form, reached);
  const Ref* refs = warp.program->refs.data() + form.first_ref;
  for (int element = 0; element < form.count; ++element) {
    const Source<R> values(warp, refs[element]);
    const size_t at = static_cast<size_t>(element) * sizeof(E);
    for (Mask rest = reached.lanes; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const E value = static_cast<E>(values[lane]);
      std::memcpy(reached.hosts[lane] + at, &value, sizeof(E));
    }
  }
}

template <typename E, typename R>
struct Load {
  static constexpr Handler run = load<E, R>;
};
template <typename E, typename R>
struct LoadUniform {
  static constexpr Handler run = load_uniform<E, R>;
};
template <typename E, typename R>
struct Store {
  static constexpr Handler run = store<E, R>;
};

void nothing(Warp&, const Op&) {}

Space space_in(const ptx::Instruction& in) {
  for (const std::string& word : in.modifiers) {
    if (word == "global") return Space::global;
    if (word == "shared" || word == "shared::cta") return Space::shared;
    if (word == "shared::cluster") return Space::cluster;
    if (word == "const") return Space::constant;
    if (word == "local") return Space::local;
    if (word == "param" || word == "param::entry" || word == "param::func") return Space::param;
  }
  return Space::generic;
}

bool any_of(const ptx::Instruction& in, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (in.has(word)) return true;
  }
  return false;
}

MemoryForm form_of(DecodeInput& input, size_t address, size_t value) {
  const ptx::Instruction& in = input.in;
  MemoryForm form;
  form.space = space_in(in);
  form.write = in.opcode == "st";
  const ptx::Type type = in.type();
  form.element_bytes = static_cast<uint8_t>(ptx::bytes_of(type));
  form.sign_extend = ptx::is_signed(type);
  form.count = static_cast<uint8_t>(input.operands[value].size());
  const int register_bytes = input.register_bytes[value];
  form.register_bytes = static_cast<uint8_t>(register_bytes ? register_bytes : std::max<int>(form.element_bytes, 2));
  form.bypass_l1 = any_of(in, {"cg", "cv", "volatile", "acquire", "relaxed", "mmio", "no_allocate", "L1::no_allocate"});
  form.polls =
      in.opcode == "ld" && form.space != Space::param && any_of(in, {"volatile", "acquire", "relaxed", "mmio"});
  form.address32 = input.register_bytes[address] == 4;
  form.first_ref = static_cast<uint32_t>(input.program.refs.size());
  input.program.refs.insert(input.program.refs.end(), input.operands[value].begin(), input.operands[value].end());
  return form;
}

// The base is a symbol: its address is known when decoding, unless it is in a stack frame.
Result<void> add_symbol(DecodeInput& input, const Operand& address, MemoryForm& form) {
  const SymbolPlace place = input.symbol(address.name);
  using Kind = SymbolPlace::Kind;
  switch (place.kind) {
    case Kind::unknown:
    case Kind::function:
      return unsupported(*input.program.module, input.in, "`" + address.name + "` has no address here");
    case Kind::frame_param:
      form.param = place.param;
      break;
    case Kind::local:
      if (!input.in_entry)
        return unsupported(*input.program.module, input.in, "a stack variable by name in a function");
      break;
    default:
      break;
  }
  input.op.offset += static_cast<int64_t>(place.value);
  if (place.kind == Kind::frame_param) input.op.flags = 1;
  return {};
}

Handler handler_of(DecodeInput& input, const MemoryForm& form) {
  if (form.space == Space::param && input.op.flags == 1) return frame_parameter_handler(form);
  if (form.space == Space::param && !input.op.a.present()) return kernel_parameter_handler(form);
  if (form.write) return by_types<Store>(form);
  return input.uniform ? by_types<LoadUniform>(form) : by_types<Load>(form);
}

Result<bool> decode_access(DecodeInput& input) {
  const bool is_store = input.in.opcode == "st";
  const size_t address = is_store ? 0 : 1, value = is_store ? 1 : 0;
  if (input.in.operands.size() < 2 || input.in.operands[address].kind != Operand::Kind::address) {
    return unsupported(*input.program.module, input.in);
  }
  if (input.in.has("async") || input.in.has("bulk")) return false;
  MemoryForm form = form_of(input, address, value);
  input.op.a = input.operands[address].front();
  input.op.offset = static_cast<int64_t>(input.in.operands[address].value);
  if (input.in.operands[address].base_kind == Operand::Kind::symbol) {
    TRY_VOID(add_symbol(input, input.in.operands[address], form));
  }
  if (form.space == Space::param && input.op.a.present()) {
    // Parameters have addresses, too: those of their copy in global memory.
    form.space = Space::generic;
  }
  if (form.polls) input.program.order_matters = true;
  input.op.run = handler_of(input, form);
  input.op.extra = static_cast<uint32_t>(input.program.memory_forms.size());
  input.program.memory_forms.push_back(form);
  return true;
}

}  // namespace

Result<bool> decode_memory(DecodeInput& input) {
  const std::string& opcode = input.in.opcode;
  if (opcode == "ld" || opcode == "ldu" || opcode == "st") return decode_access(input);
  if (opcode == "prefetch" || opcode == "prefetchu" || opcode == "applypriority" || opcode == "discard") {
    input.op.run = nothing;
    return true;
  }
  return false;
}

}  // namespace whet::vgpu
