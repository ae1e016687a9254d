// suld, sust and sured.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/texture.h"
#include "vgpu/numbers/half.h"
#include "vgpu/ops/memory_access.h"
#include "vgpu/ops/texture_form.h"

namespace whet::vgpu {

using ptx::Space;

namespace {

enum class Outside : uint8_t { trap, clamp, zero };
enum Reduction : uint8_t { r_add, r_min, r_max, r_and, r_or };
constexpr std::string_view k_reductions[] = {"add", "min", "max", "and", "or"};

// Packed into Op::small. Program::refs from Op::extra on: values, handle, layer, coordinates.
struct SurfaceForm {
  Geometry geometry;
  Outside outside = Outside::trap;
  int element_bytes = 4, count = 1;
  bool formatted = false;  // .p: coordinates are in texels, and channels are converted
  bool is_signed = false;  // for a reduction

  int width() const { return element_bytes * count; }
};

uint16_t packed(const SurfaceForm& form) {
  return static_cast<uint16_t>(form.geometry.dimensions | form.geometry.layered << 2 |
                               static_cast<int>(form.outside) << 3 |
                               std::countr_zero(unsigned(form.element_bytes)) << 5 | form.count << 8 |
                               form.formatted << 11 | form.is_signed << 12);
}

SurfaceForm unpacked(uint16_t bits) {
  SurfaceForm form;
  form.geometry = {bits & 3, (bits >> 2 & 1) != 0, false};
  form.outside = static_cast<Outside>(bits >> 3 & 3);
  form.element_bytes = 1 << (bits >> 5 & 7);
  form.count = bits >> 8 & 7;
  form.formatted = bits >> 11 & 1;
  form.is_signed = bits >> 12 & 1;
  return form;
}

// The texels that the lanes of one surface access.
struct SurfaceReach {
  const Surface* surface = nullptr;
  Mask lanes = 0;   // lanes that access memory
  Mask beyond = 0;  // lanes that are outside and read zeros
  int width = 0;    // bytes per lane
  alignas(64) uint64_t addresses[k_lanes] = {};
  std::byte* hosts[k_lanes] = {};
};

class SurfaceAccess {
 public:
  SurfaceAccess(Warp& warp, const Op& op)
      : warp_(warp), op_(op), form(unpacked(op.small)), values(&warp.program->refs[op.extra]) {}

  // Calls body(reach) for each surface that lanes use.
  template <typename Body>
  void run(AccessKind kind, const Body& body) {
    for (Mask rest = warp_.mask; rest && !warp_.worker->launch.stopped;) {
      const uint64_t handle = handle_of(std::countr_zero(rest));
      SurfaceReach reached;
      Mask same = 0;
      for (Mask others = rest; others; others &= others - 1) {
        const int lane = std::countr_zero(others);
        if (handle_of(lane) == handle) same |= 1u << lane;
      }
      rest &= ~same;
      reached.surface = warp_.worker->launch.memory->textures().surface(handle);
      if (!reached.surface) {
        warp_.worker->fault(warp_, op_, FaultKind::out_of_bounds, std::countr_zero(same), handle, 0,
                            fmt::format("{:#x} is not a surface object", handle));
        continue;
      }
      find(reached, same, kind);
      body(reached);
    }
  }

 private:
  const Ref* sources() const { return values + form.count; }
  uint64_t handle_of(int lane) const { return value_at<uint64_t>(warp_, sources()[0], lane); }

  // False if the lane is outside and not clamped to the edge.
  bool place(const Surface& surface, int lane, int width, uint64_t& address) const {
    const Image& image = surface.image;
    const Ref* next = sources() + 1;
    int64_t z = form.geometry.layered ? value_at<int32_t>(warp_, *next++, lane) : 0;
    int64_t x = value_at<int32_t>(warp_, *next++, lane);
    int64_t y = form.geometry.dimensions > 1 ? value_at<int32_t>(warp_, *next++, lane) : 0;
    if (form.geometry.dimensions > 2) z = value_at<int32_t>(warp_, *next, lane);
    if (form.formatted) x *= surface.format.bytes();
    const int64_t last = int64_t{image.width} * surface.format.bytes() - width;
    const bool inside = x >= 0 && x <= last && y >= 0 && y < image.height && z >= 0 && z < image.depth;
    if (!inside && (form.outside != Outside::clamp || last < 0)) return false;
    x = std::clamp<int64_t>(x, 0, last);
    y = std::clamp<int64_t>(y, 0, int64_t{image.height} - 1);
    z = std::clamp<int64_t>(z, 0, int64_t{image.depth} - 1);
    address = image.address + static_cast<uint64_t>(z) * image.slice + static_cast<uint64_t>(y) * image.pitch +
              static_cast<uint64_t>(x);
    return true;
  }

  void find(SurfaceReach& reached, Mask lanes, AccessKind kind) {
    reached.width = form.formatted ? static_cast<int>(reached.surface->format.bytes()) : form.width();
    Mask inside = 0;
    for (Mask rest = lanes; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (place(*reached.surface, lane, reached.width, reached.addresses[lane])) {
        inside |= 1u << lane;
      } else if (form.outside == Outside::trap) {
        warp_.worker->fault(warp_, op_, FaultKind::trap, lane, 0, 0, "a surface access outside the surface");
      } else {
        reached.beyond |= 1u << lane;
      }
    }
    const bool writes = kind != AccessKind::read;
    reached.lanes = reach(warp_, op_, Space::global, reached.addresses, inside, reached.width, writes, reached.hosts);
    if (reached.lanes == 0) return;
    LaunchState& launch = warp_.worker->launch;
    if (launch.observer)
      launch.observer->access(warp_, op_, Space::global, reached.addresses, reached.lanes, reached.width, kind);
    if (!launch.options->counted) return;
    count_access(warp_, op_, Space::global, reached.addresses, reached.lanes, reached.width, writes,
                 kind == AccessKind::atomic ? CachePath::atomic : CachePath::normal);
  }

  Warp& warp_;
  const Op& op_;

 public:
  const SurfaceForm form;
  const Ref* const values;
};

// T is the register's type; a one-byte element is in a register of two bytes.
template <typename T>
void put(Warp& warp, Ref to, int lane, const std::byte* from, int bytes) {
  T value = 0;
  if (from) std::memcpy(&value, from, static_cast<size_t>(bytes));
  warp.lanes<T>(to)[lane] = value;
}

void load_surface(Warp& warp, const Op& op) {
  SurfaceAccess access(warp, op);
  access.run(AccessKind::read, [&](const SurfaceReach& reached) {
    for (Mask rest = reached.lanes | reached.beyond; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      for (int i = 0; i < access.form.count; ++i) {
        const int bytes = access.form.element_bytes;
        const std::byte* const from = reached.lanes >> lane & 1 ? reached.hosts[lane] + i * bytes : nullptr;
        const int register_bytes = op.flags;
        const Ref to = access.values[i];
        if (register_bytes == 2)
          put<uint16_t>(warp, to, lane, from, bytes);
        else if (register_bytes == 4)
          put<uint32_t>(warp, to, lane, from, bytes);
        else
          put<uint64_t>(warp, to, lane, from, bytes);
      }
    }
  });
}

uint64_t register_bits(const Warp& warp, Ref ref, int lane, int register_bytes) {
  if (register_bytes == 2) return value_at<uint16_t>(warp, ref, lane);
  if (register_bytes == 4) return value_at<uint32_t>(warp, ref, lane);
  return value_at<uint64_t>(warp, ref, lane);
}

// Converts a register's value to a channel of the surface; an integer that does not fit is clamped.
uint32_t as_channel(const TexelFormat& format, uint32_t bits) {
  if (format.kind == TexelFormat::Kind::real)
    return format.bits == 32 ? bits : float_to_half(std::bit_cast<float>(bits));
  if (format.bits == 32) return bits;
  const int64_t most = (int64_t{1} << (format.bits - (format.kind == TexelFormat::Kind::integer ? 1 : 0))) - 1;
  if (format.kind == TexelFormat::Kind::natural) return static_cast<uint32_t>(std::min<int64_t>(bits, most));
  return static_cast<uint32_t>(std::clamp<int64_t>(static_cast<int32_t>(bits), -most - 1, most));
}

void store_surface(Warp& warp, const Op& op) {
  SurfaceAccess access(warp, op);
  access.run(AccessKind::write, [&](const SurfaceReach& reached) {
    const TexelFormat& format = reached.surface->format;
    const int bytes = access.form.formatted ? format.bits / 8 : access.form.element_bytes;
    const int count = access.form.formatted ? std::min<int>(format.channels, access.form.count) : access.form.count;
    for (Mask rest = reached.lanes; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      for (int i = 0; i < count; ++i) {
        uint64_t value = register_bits(warp, access.values[i], lane, op.flags);
        if (access.form.formatted) value = as_channel(format, static_cast<uint32_t>(value));
        std::memcpy(reached.hosts[lane] + i * bytes, &value, static_cast<size_t>(bytes));
      }
    }
  });
}

template <typename U, typename S>
U reduced(Reduction how, U old, U value, bool is_signed) {
  switch (how) {
    case r_add:
      return old + value;
    case r_min:
      return is_signed ? static_cast<U>(std::min(static_cast<S>(old), static_cast<S>(value))) : std::min(old, value);
    case r_max:
      return is_signed ? static_cast<U>(std::max(static_cast<S>(old), static_cast<S>(value))) : std::max(old, value);
    case r_and:
      return old & value;
    case r_or:
      return old | value;
  }
  return old;
}

template <typename U, typename S>
void reduce_surface(Warp& warp, const Op& op) {
  SurfaceAccess access(warp, op);
  const auto how = static_cast<Reduction>(op.flags);
  access.run(AccessKind::atomic, [&](const SurfaceReach& reached) {
    for (Mask rest = reached.lanes; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const U value = value_at<U>(warp, access.values[0], lane);
      std::atomic_ref<U> cell(*reinterpret_cast<U*>(reached.hosts[lane]));
      U old = cell.load(std::memory_order_relaxed);
      while (!cell.compare_exchange_weak(old, reduced<U, S>(how, old, value, access.form.is_signed))) {
      }
    }
  });
}

Result<SurfaceForm> form_of(const DecodeInput& input, size_t value) {
  const ptx::Instruction& in = input.in;
  SurfaceForm form;
  form.geometry = geometry_of(in);
  if (form.geometry.dimensions == 0 || form.geometry.cube)
    return unsupported(*input.program.module, in, "no such shape");
  form.outside = in.has("clamp") ? Outside::clamp : in.has("zero") ? Outside::zero : Outside::trap;
  form.element_bytes = ptx::bytes_of(in.type());
  form.is_signed = ptx::is_signed(in.type());
  form.count = static_cast<int>(input.operands[value].size());
  form.formatted = in.has("p");
  if (form.element_bytes == 0 || form.width() > 16) return unsupported(*input.program.module, in);
  return form;
}

Handler reduction_of(const SurfaceForm& form) {
  if (form.element_bytes == 4) return reduce_surface<uint32_t, int32_t>;
  return form.element_bytes == 8 ? reduce_surface<uint64_t, int64_t> : nullptr;
}

}  // namespace

Result<bool> decode_surface(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode == "suq") return decode_surface_query(input);
  const bool load = in.opcode == "suld", store = in.opcode == "sust", reduce = in.opcode == "sured";
  if (!load && !store && !reduce) return false;
  if (in.operands.size() != 2) return unsupported(*input.program.module, in);
  const size_t value = load ? 0 : 1, object = load ? 1 : 0;
  TRY(form, form_of(input, value));
  TRY(places, object_operands(input, object, form.geometry));
  input.op.run = load ? load_surface : store ? store_surface : reduction_of(form);
  const auto* const how = std::find_if(std::begin(k_reductions), std::end(k_reductions),
                                       [&](std::string_view each) { return in.has(each); });
  if (!input.op.run || (load && form.formatted) || (reduce && how == std::end(k_reductions)))
    return unsupported(*input.program.module, in);
  const int register_bytes = input.register_bytes[value];
  input.op.flags = static_cast<uint8_t>(reduce ? how - std::begin(k_reductions) : register_bytes ? register_bytes : 8);
  input.op.small = packed(form);
  input.op.extra = static_cast<uint32_t>(input.program.refs.size());
  const std::vector<Ref>& values = input.operands[value];
  input.program.refs.insert(input.program.refs.end(), values.begin(), values.end());
  input.program.refs.insert(input.program.refs.end(), places.begin(), places.end());
  return true;
}

}  // namespace whet::vgpu
