// What others measured on one GPU, or on all devices of one compute capability, and what `whet calibrate` found here.
#pragma once

#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "hardware/gpu.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct SpecsMeasuredView {
  std::string subject;     // "H200 SXM 141GB", "compute capability 9.0"
  std::string capability;  // "9.0"
  std::vector<Measurement> figures;
  std::vector<Curve> curves;
  std::vector<Calibration> calibrations = {};  // by `whet calibrate` on devices of this product
  std::vector<std::string> notes = {};         // records that cannot be read
  int elsewhere = 0;                           // figures of the same capability measured on other devices
};

SpecsMeasuredView collect_measured(const Gpu& gpu, const std::vector<Measurement>& figures,
                                   const std::vector<Curve>& curves);
SpecsMeasuredView collect_measured(const FactSheet& capability, const std::vector<Measurement>& figures,
                                   const std::vector<Curve>& curves);
void render(const SpecsMeasuredView& view, Canvas& canvas);
Json to_json(const SpecsMeasuredView& view);

}  // namespace whet
