#include "report/draw/share_bars.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/number_text.h"

namespace whet {

namespace {

constexpr double k_bar_row = 42, k_bar_height = 15, k_letter = 7.4, k_legend_row = 20;

// Kinds in the order of the rows, each once.
std::vector<BarPart> kinds_of(const std::vector<BarRow>& rows) {
  std::vector<BarPart> kinds;
  for (const BarRow& row : rows) {
    for (const BarPart& part : row.parts) {
      const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const auto& k) { return k.name == part.name; });
      if (!known) kinds.push_back(part);
    }
  }
  return kinds;
}

std::string spoken_rows(const std::vector<BarRow>& rows, std::string text) {
  for (const BarRow& row : rows) {
    text += fmt::format(" {}:", row.name);
    for (const BarPart& part : row.parts) text += fmt::format(" {} {},", part.name, percent_text(part.share));
    text.back() = '.';
  }
  return text;
}

std::string cut(const std::string& text, double width) {
  const auto letters = static_cast<size_t>(std::max(0.0, width / k_letter));
  if (text.size() <= letters) return text;
  size_t end = letters > 3 ? letters - 3 : 0;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not within a character
  return end == 0 ? "" : text.substr(0, end) + "...";
}

void draw_bar(const BarRow& row, double y, double width, double most, Svg& svg) {
  const double after = 4 + k_letter * static_cast<double>(row.name.size()) + 10;
  svg.text({4, y + 13}, row.name, "name");
  if (!row.text.empty()) svg.text({after, y + 13}, cut(row.text, width - after), "label code");
  double x = 4;
  for (const BarPart& part : row.parts) {
    const double length = part.share / most * (width - 8);
    svg.tipped_rectangle({x, y + 18}, length, k_bar_height, part.style,
                         fmt::format("{} {}", part.name, percent_text(part.share)));
    if (const std::string share = percent_text(part.share); length > k_letter * static_cast<double>(share.size()) + 8)
      svg.text({x + 5, y + 18 + 12}, share, "inside");
    x += length;
  }
}

// Where each kind of the legend begins; the last is where the next row would.
std::vector<Point> legend_places(const std::vector<BarPart>& kinds, double top, double width) {
  std::vector<Point> places;
  Point at{4, top};
  for (const BarPart& kind : kinds) {
    const double length = 18 + k_letter * static_cast<double>(kind.name.size()) + 16;
    if (at.x > 4 && at.x + length > width) at = {4, at.y + k_legend_row};
    places.push_back(at);
    at.x += length;
  }
  places.push_back({4, at.y + k_legend_row});
  return places;
}

}  // namespace

double BarRow::sum() const {
  double all = 0;
  for (const BarPart& part : parts) all += part.share;
  return all;
}

std::string share_bars_svg(const std::vector<BarRow>& rows, const std::string& label, PlotSize size) {
  double most = 1e-9;
  for (const BarRow& row : rows) most = std::max(most, row.sum());
  const double width = size.width;
  const std::vector<BarPart> kinds = kinds_of(rows);
  const auto places = legend_places(kinds, k_bar_row * static_cast<double>(rows.size()) + 8, width);
  size.height = static_cast<int>(places.back().y + 4);
  Svg svg(size, spoken_rows(rows, label));
  for (size_t i = 0; i < rows.size(); ++i) draw_bar(rows[i], k_bar_row * static_cast<double>(i), width, most, svg);
  for (size_t i = 0; i < kinds.size(); ++i) {
    svg.rectangle(places[i], 12, 12, kinds[i].style);
    svg.text({places[i].x + 18, places[i].y + 11}, kinds[i].name, "tick");
  }
  return svg.take();
}

}  // namespace whet
