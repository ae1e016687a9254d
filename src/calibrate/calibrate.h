// Measures what a GPU reaches: runs the probes on a device and keeps what they found.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "calibrate/probe.h"
#include "compile/compiler.h"
#include "device/vendor_product.h"
#include "util/clock.h"
#include "util/system/knowledge.h"

namespace whet {

struct CalibrateOrder {
  double seconds = 60;            // in all, shared by the probes; a virtual GPU takes what it takes
  std::vector<std::string> only;  // ids of probes; empty: all
  std::string date;               // "2026-11-17"
  std::function<void(const std::string&)> progress = {};
};

struct CalibrateServices {
  Compiler& compiler;
  const Knowledge& knowledge;
  const Clock& clock;
  VendorProduct* products = nullptr;  // nullptr: products are not measured
  std::string no_products = {};       // why not
};

// The sizes for a device: a virtual one, whose time follows from counts, needs few passes.
Result<ProbeScale> probe_scale(Device& device);

// A probe that fails, or whose result is wrong, is a figure that says so.
Result<Calibration> calibrate(Device& device, const ProbeScale& scale, const CalibrateOrder& order,
                              const CalibrateServices& services);

}  // namespace whet
