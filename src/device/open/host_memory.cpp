#include "device/open/host_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "device/virtual/virtual_device.h"
#include "util/text.h"

namespace whet {

namespace {

std::optional<uint64_t> number_in(std::string_view text) {
  const size_t start = text.find_first_of("0123456789");
  uint64_t value = 0;
  if (start == std::string_view::npos) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + start, text.data() + text.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<uint64_t> available_host_bytes(const FileSystem& files) {
  std::optional<uint64_t> available;
  if (const auto text = files.read("/proc/meminfo")) {
    if (const size_t at = text->find("MemAvailable:"); at != std::string::npos) {
      const auto kibibytes = number_in(std::string_view(*text).substr(at));
      if (kibibytes) available = *kibibytes << 10;
    }
  }
  const auto limit = files.read("/sys/fs/cgroup/memory.max");
  const auto most = limit ? number_in(*limit) : std::nullopt;  // "max" when there is no limit
  return most && available ? std::min(*most, *available) : available ? available : most;
}

uint64_t device_bytes(const OpenedDevice& opened) {
  if (opened.as_virtual) return opened.as_virtual->memory().capacity_bytes();
  return static_cast<uint64_t>(opened.device->facts().gpu.product.number("memory_size").value_or(0) * 1e9);
}

Result<void> check_room(const ResolvedCase& resolved, const OpenedDevice& opened, bool tracked,
                        const FileSystem& files) {
  const auto available = available_host_bytes(files);
  const uint64_t wanted = staging_bytes(resolved, tracked);
  if (!opened.as_virtual || !available || wanted <= *available) return {};
  return bad_input(
      fmt::format("the arrays and their data need {} of this machine's memory, and {} are free",
                  format_bytes(static_cast<double>(wanted)), format_bytes(static_cast<double>(*available))),
      {}, "choose smaller sizes with --dims");
}

uint64_t staging_bytes(const ResolvedCase& resolved, bool tracked) {
  uint64_t largest = 0;
  for (const ResolvedArgument& argument : resolved.arguments) {
    if (!argument.is_scalar) largest = std::max(largest, argument.bytes);
  }
  return resolved.total_bytes * (tracked ? 2 : 1) + largest;
}

uint64_t comparison_bytes(const ResolvedCase& resolved) {
  uint64_t sum = 0;
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!argument.is_scalar) sum += argument.bytes + argument.count * sizeof(double);
  }
  return sum;
}

}  // namespace whet
