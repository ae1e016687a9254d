// Fills memory with unpredictable words.
#pragma once

#include <cstdint>

#include "device/device.h"

namespace whet {

// A large area repeats a smaller one, copied on the device, with a period that depends on the seed too.
Result<void> write_random_words(Device& device, uint64_t address, uint64_t bytes, uint64_t seed);

}  // namespace whet
