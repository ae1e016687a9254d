// The figures of a calibration as a table and as JSON.
#pragma once

#include <string>

#include "calibrate/calibration.h"
#include "hardware/gpu.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

std::string figure_text(double value, ProbeUnit unit);  // "4.31 TB/s", "33.5 Top/s", "37.1 ns"
// `gpu` gives the peaks of the data sheet; nullptr: they are not known.
Table calibration_table(const Calibration& calibration, const Gpu* gpu);
// "modelled on 2026-11-17 with time model 1a2b3c4d", "measured on 2026-11-17: driver 580.65.06, CUDA 13.0, SM clock
// ..."
std::string conditions_text(const Calibration& calibration);
// The points of a figure at other sizes; empty: there are none.
std::string points_text(const ProbeFigure& figure);

}  // namespace whet
