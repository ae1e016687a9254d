#include "vgpu/ops/parameter_ops.h"

#include <bit>
#include <cstring>

#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/access_types.h"

namespace whet::vgpu {

namespace {

// A kernel parameter at a known offset.
template <typename E, typename R>
void load_parameter(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  const std::string& bytes = warp.worker->launch.config->parameters;
  for (int element = 0; element < form.count; ++element) {
    E value{};
    const size_t at = static_cast<size_t>(op.offset) + static_cast<size_t>(element) * sizeof(E);
    if (at + sizeof(E) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(E));
    const Ref ref = warp.program->refs[form.first_ref + static_cast<uint32_t>(element)];
    if (ref.is_lanes())
      write_lanes<R>(warp, ref, [&](int) { return static_cast<R>(value); });
    else
      warp.scalar<R>(ref) = static_cast<R>(value);
  }
}

template <typename E, typename R>
struct LoadParameter {
  static constexpr Handler run = load_parameter<E, R>;
};

// Parameters of calls are in the frame, one copy per lane.
template <typename E, typename R>
void load_frame(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  for (int element = 0; element < form.count; ++element) {
    const Ref ref = warp.program->refs[form.first_ref + static_cast<uint32_t>(element)];
    const std::byte* from = warp.frame + form.param.offset + op.offset + static_cast<size_t>(element) * sizeof(E);
    write_active<R>(warp, ref, [&](int lane) {
      E value;
      std::memcpy(&value, from + static_cast<size_t>(lane) * form.param.bytes, sizeof(E));
      return static_cast<R>(value);
    });
  }
}

template <typename E, typename R>
void store_frame(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  for (int element = 0; element < form.count; ++element) {
    const Source<R> values(warp, warp.program->refs[form.first_ref + static_cast<uint32_t>(element)]);
    std::byte* to = warp.frame + form.param.offset + op.offset + static_cast<size_t>(element) * sizeof(E);
    for (Mask rest = warp.mask; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const E value = static_cast<E>(values[lane]);
      std::memcpy(to + static_cast<size_t>(lane) * form.param.bytes, &value, sizeof(E));
    }
  }
}

template <typename E, typename R>
struct LoadFrame {
  static constexpr Handler run = load_frame<E, R>;
};
template <typename E, typename R>
struct StoreFrame {
  static constexpr Handler run = store_frame<E, R>;
};

}  // namespace

Handler kernel_parameter_handler(const MemoryForm& form) {
  return by_types<LoadParameter>(form);
}

Handler frame_parameter_handler(const MemoryForm& form) {
  return form.write ? by_types<StoreFrame>(form) : by_types<LoadFrame>(form);
}

}  // namespace whet::vgpu
