#include "calibrate/product_figures.h"

#include <fmt/format.h>

#include "calibrate/figure.h"
#include "util/statistics.h"

namespace whet {

namespace {

constexpr int k_side = 8192;
constexpr double k_seconds = 1;  // half of them untimed, in which power and clock settle

}  // namespace

std::vector<std::string> product_ids() {
  std::vector<std::string> ids;
  for (const Math math : VendorProduct::k_kinds) ids.push_back(product_id(math));
  return ids;
}

ProbeFigure product_figure(VendorProduct& library, Math math, const Gpu& gpu) {
  const std::string id = product_id(math);
  ProbeFigure figure;
  const auto times = library.time(math, k_side, k_seconds);
  if (times) {
    FigureInput input{ProbeUnit::operations_per_second, 2.0 * k_side * k_side * k_side};
    input.full.seconds = spread(*times);
    input.peak = sheet_peak(id, gpu);
    figure = figure_of(input);
  } else {
    figure.status = FigureStatus::failed;
    figure.why = times.error().what;
  }
  figure.id = id;
  figure.title = fmt::format("{} product by cuBLAS, {} cubed", product_type(math), k_side);
  figure.unit = ProbeUnit::operations_per_second;
  return figure;
}

}  // namespace whet
