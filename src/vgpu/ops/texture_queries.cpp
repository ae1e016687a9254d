// txq and suq: queries of texture and surface objects.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/texture.h"
#include "vgpu/ops/texture_form.h"

namespace whet::vgpu {

namespace {

enum Query : uint16_t { q_width, q_height, q_depth, q_layers, q_levels, q_samples, q_normalized };
constexpr std::string_view k_queries[] = {"width",       "height",           "depth", "array_size", "num_mipmap_levels",
                                          "num_samples", "normalized_coords"};

uint32_t answer(const Texture& texture, Query query, uint32_t level) {
  const Image& image = texture.levels[std::min<size_t>(level, texture.levels.size() - 1)];
  const bool has_layers = texture.layered || texture.cubemap;
  switch (query) {
    case q_width:
      return image.width;
    case q_height:
      return image.height;
    case q_depth:
      return has_layers ? 1 : image.depth;
    case q_layers:
      return has_layers ? image.depth : 0;
    case q_levels:
      return static_cast<uint32_t>(texture.levels.size());
    case q_samples:
      return 1;
    case q_normalized:
      return texture.normalized;
  }
  return 0;
}

// Op: dst, a handle, b level if the instruction has one.
void query_texture(Warp& warp, const Op& op) {
  const Source<uint64_t> handles(warp, op.a);
  uint32_t* const out = warp.lanes<uint32_t>(op.dst);
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Texture* const texture = warp.worker->launch.memory->textures().texture(handles[lane]);
    if (!texture) {
      warp.worker->fault(warp, op, FaultKind::out_of_bounds, lane, handles[lane], 0,
                         fmt::format("{:#x} is not a texture object", handles[lane]));
      return;
    }
    const uint32_t level = op.b.present() ? value_at<uint32_t>(warp, op.b, lane) : 0;
    out[lane] = answer(*texture, static_cast<Query>(op.small), level);
  }
}

enum SurfaceQuery : uint16_t { s_width, s_height, s_depth, s_layers };
constexpr std::string_view k_surface_queries[] = {"width", "height", "depth", "array_size"};

void query_surface(Warp& warp, const Op& op) {
  const Source<uint64_t> handles(warp, op.a);
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Surface* const surface = warp.worker->launch.memory->textures().surface(handles[lane]);
    if (!surface) {
      warp.worker->fault(warp, op, FaultKind::out_of_bounds, lane, handles[lane], 0,
                         fmt::format("{:#x} is not a surface object", handles[lane]));
      return;
    }
    const Image& image = surface->image;
    const uint32_t answers[] = {image.width, image.height, surface->layered ? 1 : image.depth,
                                surface->layered ? image.depth : 0};
    warp.lanes<uint32_t>(op.dst)[lane] = answers[op.small];
  }
}

}  // namespace

Result<bool> decode_texture_query(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const auto* const word =
      std::find_if(std::begin(k_queries), std::end(k_queries), [&](std::string_view each) { return in.has(each); });
  if (word == std::end(k_queries) || in.operands.size() < 2) return unsupported(*input.program.module, in);
  TRY(object, object_operands(input, 1, {}));
  input.op.a = object.front();
  input.op.b = in.has("level") && in.operands.size() > 2 ? input.operands[2].front() : Ref();
  input.op.small = static_cast<uint16_t>(word - std::begin(k_queries));
  input.op.run = query_texture;
  return true;
}

Result<bool> decode_surface_query(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const auto* const word = std::find_if(std::begin(k_surface_queries), std::end(k_surface_queries),
                                        [&](std::string_view each) { return in.has(each); });
  if (word == std::end(k_surface_queries) || in.operands.size() != 2) return unsupported(*input.program.module, in);
  TRY(object, object_operands(input, 1, {}));
  input.op.a = object.front();
  input.op.small = static_cast<uint16_t>(word - std::begin(k_surface_queries));
  input.op.run = query_surface;
  return true;
}

}  // namespace whet::vgpu
