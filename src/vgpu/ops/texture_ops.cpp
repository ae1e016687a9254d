// tex and tld4.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/texture_sample.h"
#include "vgpu/numbers/half.h"
#include "vgpu/ops/memory_access.h"
#include "vgpu/ops/texture_form.h"

namespace whet::vgpu {

using ptx::Space;

namespace {

enum class Level : uint8_t { base, given, gradients };

// In Op::small. Program::refs from Op::extra on: destinations, handle, layer, coordinates, level or gradients, offsets.
struct TextureForm {
  Geometry geometry;
  bool whole = false;    // coordinates are integers
  bool gather = false;   // tld4
  bool halves = false;   // the result is two registers of two halves
  bool offsets = false;  // in texels, after the other operands
  Level level = Level::base;
  int channel = 0;  // for tld4

  int results() const { return halves ? 2 : 4; }
};

uint16_t packed(const TextureForm& form) {
  return static_cast<uint16_t>(form.geometry.dimensions | form.geometry.layered << 2 | form.geometry.cube << 3 |
                               form.whole << 4 | form.gather << 5 | form.halves << 6 | form.offsets << 7 |
                               static_cast<int>(form.level) << 8 | form.channel << 10);
}

TextureForm unpacked(uint16_t bits) {
  TextureForm form;
  form.geometry = {bits & 3, (bits >> 2 & 1) != 0, (bits >> 3 & 1) != 0};
  form.whole = bits >> 4 & 1;
  form.gather = bits >> 5 & 1;
  form.halves = bits >> 6 & 1;
  form.offsets = bits >> 7 & 1;
  form.level = static_cast<Level>(bits >> 8 & 3);
  form.channel = bits >> 10 & 3;
  return form;
}

class Fetch {
 public:
  Fetch(Warp& warp, const Op& op)
      : warp_(warp), op_(op), form_(unpacked(op.small)), refs_(&warp.program->refs[op.extra]) {}

  void run() {
    for (Mask rest = warp_.mask; rest && !warp_.worker->launch.stopped;) {
      const uint64_t handle = handle_of(std::countr_zero(rest));
      Mask same = 0;
      for (Mask others = rest; others; others &= others - 1) {
        const int lane = std::countr_zero(others);
        if (handle_of(lane) == handle) same |= 1u << lane;
      }
      rest &= ~same;
      texture_ = warp_.worker->launch.memory->textures().texture(handle);
      if (texture_)
        fetch(same);
      else
        warp_.worker->fault(warp_, op_, FaultKind::out_of_bounds, std::countr_zero(same), handle, 0,
                            fmt::format("{:#x} is not a texture object", handle));
    }
  }

 private:
  const Ref* sources() const { return refs_ + form_.results(); }
  uint64_t handle_of(int lane) const { return value_at<uint64_t>(warp_, sources()[0], lane); }

  TexturePoint point_of(int lane) const {
    const Ref* next = sources() + 1;
    TexturePoint point;
    point.dimensions = form_.geometry.dimensions;
    point.whole = form_.whole;
    if (form_.geometry.layered) point.layer = value_at<uint32_t>(warp_, *next++, lane);
    for (int i = 0; i < form_.geometry.dimensions; ++i, ++next) {
      const auto axis = static_cast<size_t>(i);
      if (form_.whole)
        point.texels[axis] = value_at<int32_t>(warp_, *next, lane);
      else
        point.at[axis] = value_at<float>(warp_, *next, lane);
    }
    if (form_.level == Level::given) point.level = value_at<float>(warp_, *next++, lane);
    if (form_.level == Level::gradients) {
      std::array<float, 3> steps[2] = {};
      for (auto& step : steps) {
        for (int i = 0; i < form_.geometry.dimensions; ++i)
          step[static_cast<size_t>(i)] = value_at<float>(warp_, *next++, lane);
      }
      point.level = level_of_gradients(*texture_, steps[0], steps[1], form_.geometry.dimensions);
    }
    for (int i = 0; form_.offsets && i < form_.geometry.dimensions; ++i)
      point.offset[static_cast<size_t>(i)] = value_at<int32_t>(warp_, *next++, lane);
    return point;
  }

  void fetch(Mask lanes) {
    Taps taps[k_lanes];
    int most = 0;
    for (Mask rest = lanes; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      taps[lane] = form_.gather ? gather_taps(*texture_, point_of(lane)) : taps_of(*texture_, point_of(lane));
      most = std::max(most, taps[lane].count);
    }
    Texel texels[k_lanes][std::tuple_size_v<decltype(Taps::taps)>];
    for (int i = 0; i < most; ++i) read_tap(lanes, taps, i, texels);
    for (Mask rest = lanes; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      put(lane, form_.gather ? gathered(texels[lane]) : filtered(taps[lane], texels[lane]));
    }
  }

  // Reads one neighbour of each lane as one warp-wide access; further ones count for the same request.
  void read_tap(Mask lanes, const Taps* taps, int number, Texel (*texels)[16]) {
    alignas(64) uint64_t addresses[k_lanes] = {};
    std::byte* hosts[k_lanes] = {};
    Mask inside = 0;
    for (Mask rest = lanes; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (number >= taps[lane].count) continue;
      const Tap& tap = taps[lane].taps[static_cast<size_t>(number)];
      addresses[lane] = tap.address;
      if (!tap.outside) inside |= 1u << lane;
      texels[lane][number] = border_texel(*texture_);
    }
    const int width = static_cast<int>(texture_->format.bytes());
    const Mask reached = reach(warp_, op_, Space::global, addresses, inside, width, false, hosts);
    for (Mask rest = reached; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      texels[lane][number] = texel_at(*texture_, hosts[lane]);
    }
    if (reached) account_for(addresses, reached, width, number > 0);
  }

  void account_for(const uint64_t* addresses, Mask reached, int width, bool further) {
    LaunchState& launch = warp_.worker->launch;
    if (launch.observer)
      launch.observer->access(warp_, op_, Space::global, addresses, reached, width, AccessKind::read);
    if (!launch.options->counted) return;
    AccessCount& count = warp_.worker->accesses[op_.index];
    const AccessCount before = count;
    count_access(warp_, op_, Space::global, addresses, reached, width, false);
    if (!further) return;
    count.requests = before.requests;
    count.lanes = before.lanes;
  }

  Texel filtered(const Taps& taps, const Texel* texels) const {
    if (!is_real(*texture_) || taps.count == 1) return texels[0];
    Texel result;
    for (size_t channel = 0; channel < 4; ++channel) {
      double sum = 0;
      for (int i = 0; i < taps.count; ++i) {
        sum += double{taps.taps[static_cast<size_t>(i)].weight} * std::bit_cast<float>(texels[i].channels[channel]);
      }
      result.channels[channel] = std::bit_cast<uint32_t>(static_cast<float>(sum));
    }
    return result;
  }

  Texel gathered(const Texel* texels) const {
    Texel result;
    for (size_t i = 0; i < 4; ++i) result.channels[i] = texels[i].channels[static_cast<size_t>(form_.channel)];
    return result;
  }

  void put(int lane, const Texel& texel) {
    if (!form_.halves) {
      for (size_t i = 0; i < 4; ++i) warp_.lanes<uint32_t>(refs_[i])[lane] = texel.channels[i];
      return;
    }
    for (size_t i = 0; i < 2; ++i) {
      const uint16_t low = float_to_half(std::bit_cast<float>(texel.channels[2 * i])),
                     high = float_to_half(std::bit_cast<float>(texel.channels[2 * i + 1]));
      warp_.lanes<uint32_t>(refs_[i])[lane] = uint32_t{high} << 16 | low;
    }
  }

  Warp& warp_;
  const Op& op_;
  const TextureForm form_;
  const Ref* refs_;
  const Texture* texture_ = nullptr;
};

void fetch_texture(Warp& warp, const Op& op) {
  Fetch(warp, op).run();
}

Result<TextureForm> form_of(const DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  TextureForm form;
  form.gather = in.opcode == "tld4";
  form.geometry = geometry_of(in);
  if (form.geometry.dimensions == 0) return unsupported(*input.program.module, in, "no such shape");
  const ptx::Type type = in.type(0);
  form.halves = type == ptx::Type::f16x2;
  form.whole = in.type(1) == ptx::Type::s32;
  form.level = in.has("level") ? Level::given : in.has("grad") ? Level::gradients : Level::base;
  constexpr std::string_view k_channels[] = {"r", "g", "b", "a"};
  for (int i = 0; i < 4; ++i) {
    if (form.gather && in.has(k_channels[i])) form.channel = i;
  }
  const bool known = form.halves || type == ptx::Type::f32 || type == ptx::Type::u32 || type == ptx::Type::s32;
  if (!known) return unsupported(*input.program.module, in, "results of another type");
  if (input.operands[0].size() != static_cast<size_t>(form.results()))
    return unsupported(*input.program.module, in, "a depth comparison, or a residency query");
  return form;
}

}  // namespace

Result<bool> decode_texture(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode == "txq") return decode_texture_query(input);
  if (in.opcode != "tex" && in.opcode != "tld4") return false;
  if (in.operands.size() < 2) return unsupported(*input.program.module, in);
  TRY(form, form_of(input));
  std::vector<Ref> refs = input.operands[0];
  TRY(object, object_operands(input, 1, form.geometry));
  refs.insert(refs.end(), object.begin(), object.end());
  const auto dimensions = static_cast<size_t>(form.geometry.dimensions);
  size_t next = 2;
  const size_t levels = form.level == Level::base ? 0 : form.level == Level::given ? 1 : 2;
  for (size_t i = 0; i < levels; ++i, ++next) {
    const size_t wanted = form.level == Level::given ? 1 : dimensions;
    if (next >= input.operands.size() || input.operands[next].size() < wanted)
      return unsupported(*input.program.module, in, "no level of detail");
    refs.insert(refs.end(), input.operands[next].begin(), input.operands[next].begin() + static_cast<long>(wanted));
  }
  if (next < input.operands.size()) {
    if (next + 1 < input.operands.size() || input.operands[next].size() < dimensions)
      return unsupported(*input.program.module, in, "a depth comparison");
    form.offsets = true;
    refs.insert(refs.end(), input.operands[next].begin(), input.operands[next].begin() + static_cast<long>(dimensions));
  }
  input.op.small = packed(form);
  input.op.extra = static_cast<uint32_t>(input.program.refs.size());
  input.program.refs.insert(input.program.refs.end(), refs.begin(), refs.end());
  input.op.run = fetch_texture;
  return true;
}

}  // namespace whet::vgpu
