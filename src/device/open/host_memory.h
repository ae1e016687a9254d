// Whether this machine has enough memory to stand in for a GPU's.
#pragma once

#include <cstdint>
#include <optional>

#include "device/open/open_device.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"

namespace whet {

// Free host memory: the kernel's estimate, limited by the container's limit. Nothing when neither is known.
std::optional<uint64_t> available_host_bytes(const FileSystem& files);

// Memory of the device: what a virtual one may use, what a real one has.
uint64_t device_bytes(const OpenedDevice& opened);

// The memory of a virtual GPU is this machine's, and its data passes through it as well; it is an error when both do
// not fit.
Result<void> check_room(const ResolvedCase& resolved, const OpenedDevice& opened, bool tracked,
                        const FileSystem& files);

// Arrays, the marks of initialised bytes if `tracked`, and the data of one array while it is written.
uint64_t staging_bytes(const ResolvedCase& resolved, bool tracked);
// The inputs as passed to the kernel, everything as doubles, and the outputs.
uint64_t comparison_bytes(const ResolvedCase& resolved);

}  // namespace whet
