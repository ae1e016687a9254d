#include "cudart/usage.h"

#include <algorithm>

namespace whet::cudart {

namespace {

uint64_t count_of(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found ? static_cast<uint64_t>(found->as_number().value_or(0)) : 0;
}

std::string text_of(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  const std::string* const text = found ? found->as_string() : nullptr;
  return text ? *text : "";
}

}  // namespace

KernelUsage& Usage::of(const std::string& kernel) {
  const auto found =
      std::find_if(kernels.begin(), kernels.end(), [&](const KernelUsage& usage) { return usage.kernel == kernel; });
  if (found != kernels.end()) return *found;
  kernels.push_back({kernel});
  return kernels.back();
}

Json to_json(const Usage& usage) {
  Json json;
  json["device"] = usage.device;
  json["gpu"] = usage.gpu;
  json["kernels"] = json_array(usage.kernels, [](const KernelUsage& kernel) {
    Json row;
    row["kernel"] = kernel.kernel;
    row["launches"] = kernel.launches;
    row["seconds"] = kernel.seconds;
    row["origin"] = "modelled";
    return row;
  });
  json["copied_to_device_bytes"] = usage.copied_to_device;
  json["copied_to_host_bytes"] = usage.copied_to_host;
  json["device_memory_bytes"] = usage.allocated_most;
  json["findings"] = usage.findings;
  json["error"] = usage.error;
  return json;
}

Result<Usage> read_usage(const Json& json) {
  Usage usage;
  usage.device = text_of(json, "device");
  usage.gpu = text_of(json, "gpu");
  const Json* const kernels = json.find("kernels");
  if (!kernels || !kernels->as_array()) return bad_input("the runtime's account of the program names no kernels");
  for (const Json& row : *kernels->as_array()) {
    const Json* const seconds = row.find("seconds");
    usage.kernels.push_back(
        {text_of(row, "kernel"), count_of(row, "launches"), seconds ? seconds->as_number().value_or(0) : 0});
  }
  usage.copied_to_device = count_of(json, "copied_to_device_bytes");
  usage.copied_to_host = count_of(json, "copied_to_host_bytes");
  usage.allocated_most = count_of(json, "device_memory_bytes");
  usage.findings = count_of(json, "findings");
  usage.error = text_of(json, "error");
  return usage;
}

}  // namespace whet::cudart
