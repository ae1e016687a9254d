// --seed: the seed of all data of a run.
#pragma once

#include <cstdint>
#include <string>

#include "util/result.h"

namespace whet {

// The given number; for an empty text a random one, for which no candidate can have prepared.
Result<uint64_t> read_seed(const std::string& given);

}  // namespace whet
