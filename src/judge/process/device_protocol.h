// The values of the Device interface as JSON, for a device in another process. The writer may be a hostile process, so
// every reader checks what it reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "judge/process/message_members.h"
#include "util/system/knowledge.h"
#include "util/text/record.h"

namespace whet {

template <>
inline constexpr Origin k_last_value<Origin> = Origin::sourced;

// Writes only what identifies the device; the reader looks up its hardware facts again.
Json to_json(const DeviceFacts& facts);
Result<DeviceFacts> facts_from(const Json& json, const Knowledge& knowledge);

// Everything but the module and the bytes of the arguments, which are sent as blobs.
Json to_json(const Launch& launch, uint64_t module);
struct LaunchHead {
  uint64_t module = 0;
  uint64_t arguments = 0;
  Launch launch;  // without module and arguments
};
Result<LaunchHead> launch_from(const Json& json);

Json to_json(const SamplingPlan& plan);
Result<SamplingPlan> plan_from(const Json& json);
Json to_json(const Sampling& sampling);
Result<Sampling> sampling_from(const Json& json);
template <>
struct JsonCodec<Sampling> {
  static Json write(const Sampling& sampling) { return to_json(sampling); }
  static bool read(const Json& json, Sampling& sampling, std::string& wrong);
};
Json to_json(const Time& time);
Result<Time> time_from(const Json& json);
Json to_json(const Metric& metric);
Result<Metric> metric_from(const Json& json);

}  // namespace whet
