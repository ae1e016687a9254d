// What a large matrix product of the vendor's library reaches. The tensor probes find what the units reach with data at
// hand; a product also moves its data, and on random data it runs into the GPU's power limit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "calibrate/product_id.h"
#include "device/vendor_product.h"
#include "hardware/gpu.h"

namespace whet {

// The ids of all.
std::vector<std::string> product_ids();

// A product that fails is a figure that says so.
ProbeFigure product_figure(VendorProduct& library, Math math, const Gpu& gpu);

}  // namespace whet
