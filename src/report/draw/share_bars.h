// Rows of stacked bars: how a whole is made up, with a legend of the kinds below them.
#pragma once

#include <string>
#include <vector>

#include "report/draw/svg.h"

namespace whet {

struct BarPart {
  std::string name;   // in the legend: "global or local memory"
  std::string style;  // CSS class of its colour: "part memory"
  double share = 0;   // of the whole
};

struct BarRow {
  std::string name;  // above the bar: "kernel.cu:15  26 %"
  std::string text;  // after the name, cut to the width: the line of the source
  std::vector<BarPart> parts;

  double sum() const;
};

// The longest row fills the width. `label` begins the text for screen readers.
std::string share_bars_svg(const std::vector<BarRow>& rows, const std::string& label, PlotSize size);

}  // namespace whet
