// Memory filled with words that nobody can tell beforehand.
#pragma once

#include <cstdint>

#include "device/device.h"

namespace whet {

// A large area repeats what a smaller one holds, after a distance that the seed draws too: it is copied on the device.
Result<void> write_random_words(Device& device, uint64_t address, uint64_t bytes, uint64_t seed);

}  // namespace whet
