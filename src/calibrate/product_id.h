// The names of products by the vendor's library among the figures of a calibration.
#pragma once

#include <string>

#include "hardware/math.h"

namespace whet {

// "fp16"
std::string product_type(Math math);
// "product_fp16"
std::string product_id(Math math);

}  // namespace whet
