// Whether this machine has room for what stands in for a GPU's memory.
#pragma once

#include <cstdint>
#include <optional>

#include "device/open/open_device.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"

namespace whet {

// What may still be taken: the kernel's own estimate, and no more than the container's limit. Nothing where neither is
// told.
std::optional<uint64_t> available_host_bytes(const FileSystem& files);

// Of the device itself: what a virtual one may take, what a real one has.
uint64_t device_bytes(const OpenedDevice& opened);

// Device memory of a virtual GPU is this machine's, and its data passes through it too: an error where it does not fit.
Result<void> check_room(const ResolvedCase& resolved, const OpenedDevice& opened, bool tracked,
                        const FileSystem& files);

// Arrays, the marks of initialised bytes where they are `tracked`, and the data of one array while it is written.
uint64_t staging_bytes(const ResolvedCase& resolved, bool tracked);
// Inputs as the kernel gets them, everything as doubles, and the outputs.
uint64_t comparison_bytes(const ResolvedCase& resolved);

}  // namespace whet
