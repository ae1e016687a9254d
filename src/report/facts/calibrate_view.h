// What `whet calibrate` shows: what a device reaches, under which conditions, and where that is kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "hardware/gpu.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct CalibrateView {
  Calibration calibration;
  std::string device;      // "cuda:0"
  std::optional<Gpu> gpu;  // with the peaks of its data sheet
  std::string path;        // where it is kept; empty: it is not
  std::vector<std::string> notes;

  size_t unusable() const;  // figures that are not good
};

void render(const CalibrateView& view, Canvas& canvas);
Json to_json(const CalibrateView& view);

}  // namespace whet
