#include "judge/check/trial_room.h"

#include <fmt/format.h>

#include <algorithm>

#include "device/open/host_memory.h"
#include "util/text.h"

namespace whet {

uint64_t checking_bytes(const std::vector<CheckCase>& cases, const TrialRoom& room) {
  constexpr uint64_t k_quick_trials = 3, k_full_trials = 20, k_copies_to_compare = 4;
  uint64_t data = 0, largest = 0;
  for (const CheckCase& each : cases) {
    const ResolvedCase& resolved = each.resolved;
    uint64_t inputs = 0;
    for (size_t i = 0; i < resolved.own_arguments; ++i)
      inputs += resolved.arguments[i].is_read() ? resolved.arguments[i].bytes : 0;
    data += inputs * (room.effort == Effort::quick ? k_quick_trials : k_full_trials + resolved.own_arguments);
    largest = std::max(largest, (room.is_virtual ? staging_bytes(resolved, room.tracked) : 0) +
                                    k_copies_to_compare * comparison_bytes(resolved));
  }
  return data + largest;
}

uint64_t checking_device_bytes(const std::vector<CheckCase>& cases) {
  uint64_t most = 0;
  for (const CheckCase& each : cases) {
    const ResolvedCase& resolved = each.resolved;
    uint64_t outputs = 0, largest = 0;
    for (size_t i = 0; i < resolved.own_arguments; ++i) {
      const ResolvedArgument& argument = resolved.arguments[i];
      if (argument.is_written()) outputs += argument.bytes;
      if (argument.is_read()) largest = std::max(largest, argument.bytes);
    }
    most = std::max(most, 2 * resolved.total_bytes + 2 * outputs + largest);
  }
  return most;
}

Result<void> check_trial_room(const std::vector<CheckCase>& cases, const TrialRoom& room, const FileSystem& files) {
  const bool on_device = room.free_device_bytes.has_value();
  const auto available = on_device ? room.free_device_bytes : available_host_bytes(files);
  const uint64_t wanted = on_device ? checking_device_bytes(cases) : checking_bytes(cases, room);
  if (!available || wanted <= *available) return {};
  return bad_input(
      fmt::format("checking wants {} of {} memory, and {} are free", format_bytes(static_cast<double>(wanted)),
                  on_device ? "the GPU's" : "this machine's", format_bytes(static_cast<double>(*available))),
      {}, "choose smaller sizes with --dims or --case; `whet check --quick` makes fewer trials");
}

}  // namespace whet
