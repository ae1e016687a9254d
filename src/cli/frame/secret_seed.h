// --seed: what all data of a run comes from.
#pragma once

#include <cstdint>
#include <string>

#include "util/result.h"

namespace whet {

// The number given or, of an empty text, one of this run alone: nobody can have prepared for it.
Result<uint64_t> read_seed(const std::string& given);

}  // namespace whet
