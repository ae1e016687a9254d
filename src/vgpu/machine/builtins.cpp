#include "vgpu/machine/builtins.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <functional>

#include <fmt/format.h>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

constexpr size_t k_max_text = 4096;

template <typename T>
T argument(const Warp& warp, const ParamPlace& place, int lane) {
  T value{};
  std::memcpy(&value, warp.frame + place.offset + static_cast<size_t>(lane) * place.bytes,
              std::min<size_t>(sizeof(T), place.bytes));
  return value;
}

// Reads bytes at a generic address of one lane. False if the range is not mapped.
bool read_generic(Warp& warp, int lane, uint64_t address, void* to, size_t bytes) {
  if (address - k_local_window < k_window_bytes) {
    const uint64_t offset = address - k_local_window;
    const uint64_t size = warp.worker->launch.local_bytes;
    if (offset > size || bytes > size - offset) return false;
    std::memcpy(to, warp.block->local(warp) + static_cast<uint64_t>(lane) * size + offset, bytes);
    return true;
  }
  if (address - k_shared_window < k_window_bytes) {
    const uint64_t offset = address - k_shared_window, size = warp.block->shared_bytes();
    if (offset > size || bytes > size - offset) return false;
    std::memcpy(to, warp.block->shared() + offset, bytes);
    return true;
  }
  return warp.worker->launch.memory->read(address, to, bytes).ok();
}

std::string read_text(Warp& warp, int lane, uint64_t address) {
  std::string text;
  for (char c = 0; text.size() < k_max_text && read_generic(warp, lane, address++, &c, 1) && c != 0;) text += c;
  return text;
}

// One conversion of a printf format: "%-8.3f".
struct Conversion {
  std::string text;
  char letter = 0;
};

Conversion conversion_at(const std::string& format, size_t at) {
  size_t end = at + 1;
  while (end < format.size() && std::strchr("-+ #0123456789.*hljzt", format[end])) ++end;
  Conversion c;
  if (end >= format.size()) return c;
  c.letter = format[end];
  for (size_t i = at; i <= end; ++i) {
    if (!std::strchr("hljzt", format[i]) || i == end) c.text += format[i];
  }
  return c;
}

template <typename T>
std::string formatted(const std::string& format, T value) {
  char buffer[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  std::snprintf(buffer, sizeof buffer, format.c_str(), value);
#pragma GCC diagnostic pop
  return buffer;
}

using NextArgument = std::function<uint64_t(int bytes)>;

std::string print_one(Warp& warp, int lane, Conversion c, const std::string& original, const NextArgument& next) {
  const bool wide = original.find("ll") != std::string::npos || original.find('l') != std::string::npos ||
                    original.find('z') != std::string::npos;
  while (c.text.find('*') != std::string::npos) {
    c.text.replace(c.text.find('*'), 1, std::to_string(static_cast<int32_t>(next(4))));
  }
  switch (c.letter) {
    case 'd':
    case 'i': {
      const uint64_t bits = next(wide ? 8 : 4);
      const int64_t value = wide ? static_cast<int64_t>(bits) : static_cast<int32_t>(bits);
      c.text.insert(c.text.size() - 1, "ll");
      return formatted(c.text, static_cast<long long>(value));
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o': {
      const uint64_t value = next(wide ? 8 : 4);
      c.text.insert(c.text.size() - 1, "ll");
      return formatted(c.text, static_cast<unsigned long long>(value));
    }
    case 'c':
      return formatted(c.text, static_cast<int>(next(4)));
    case 'p':
      return fmt::format("{:#x}", next(8));
    case 's':
      return formatted(c.text, read_text(warp, lane, next(8)).c_str());
    default:
      return formatted(c.text, std::bit_cast<double>(next(8)));
  }
}

// The arguments are packed one after another, each aligned to its size.
std::string print_lane(Warp& warp, int lane, uint64_t format_address, uint64_t arguments) {
  const std::string format = read_text(warp, lane, format_address);
  const NextArgument next = [&](int bytes) {
    const auto size = static_cast<uint64_t>(bytes);
    arguments = (arguments + size - 1) / size * size;
    uint64_t bits = 0;
    read_generic(warp, lane, arguments, &bits, size);
    arguments += size;
    return bits;
  };
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
    } else if (i + 1 < format.size() && format[i + 1] == '%') {
      out += format[++i];
    } else {
      const Conversion c = conversion_at(format, i);
      if (c.letter == 0) break;
      const size_t end = format.find(c.letter, i + 1);
      out += print_one(warp, lane, c, format.substr(i, end - i + 1), next);
      i = end;
    }
  }
  return out;
}

}  // namespace

void print_lanes(Warp& warp, const CallPlan& plan) {
  if (plan.arguments.size() < 2) return;
  ++warp.worker->watchers.deeds;
  std::string text;
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    text += print_lane(warp, lane, argument<uint64_t>(warp, plan.arguments[0], lane),
                       argument<uint64_t>(warp, plan.arguments[1], lane));
  }
  LaunchState& launch = warp.worker->launch;
  const std::lock_guard lock(launch.print_mutex);
  launch.printed += text;
}

void fail_assertion(Warp& warp, const Op& op, const CallPlan& plan) {
  const int lane = std::countr_zero(warp.mask);
  const auto text = [&](size_t i) {
    return i < plan.arguments.size() ? read_text(warp, lane, argument<uint64_t>(warp, plan.arguments[i], lane))
                                     : std::string();
  };
  const uint32_t line = plan.arguments.size() > 2 ? argument<uint32_t>(warp, plan.arguments[2], lane) : 0;
  warp.worker->fault(warp, op, FaultKind::assertion, lane, 0, 0, fmt::format("`{}` at {}:{}", text(0), text(1), line));
  warp.worker->launch.stopped = true;
  warp.stop();
}

void allocate_lanes(Warp& warp, const CallPlan& plan) {
  ++warp.worker->watchers.deeds;
  for (Mask rest = warp.mask; rest && !plan.arguments.empty() && !plan.results.empty(); rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const uint64_t value =
        warp.worker->launch.memory->allocate_on_heap(argument<uint64_t>(warp, plan.arguments[0], lane)).value_or(0);
    std::memcpy(warp.frame + plan.results[0].offset + static_cast<size_t>(lane) * plan.results[0].bytes, &value,
                sizeof value);
  }
}

void release_lanes(Warp& warp, const CallPlan& plan) {
  ++warp.worker->watchers.deeds;
  for (Mask rest = warp.mask; rest && !plan.arguments.empty(); rest &= rest - 1) {
    const uint64_t address = argument<uint64_t>(warp, plan.arguments[0], std::countr_zero(rest));
    if (address) warp.worker->launch.memory->free_on_heap(address);
  }
}

}  // namespace whet::vgpu
