// A drawing as inline SVG. Colours and fonts come from the page's style sheet, by class.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace whet {

struct PlotSize {
  int width = 0, height = 0;  // CSS pixels; never scaled, so that text keeps its size
};
// A page contains each drawing in both sizes and shows the one that fits.
inline constexpr PlotSize k_wide_plot{960, 380}, k_narrow_plot{344, 300};

struct Point {
  double x = 0, y = 0;
};

enum class Anchor : uint8_t { start, middle, end };

class Svg {
 public:
  // `label` is the text for screen readers.
  Svg(PlotSize size, std::string_view label);

  void line(Point from, Point to, std::string_view style);
  void rectangle(Point corner, double width, double height, std::string_view style);
  // `tip` is shown under the pointer; empty: none.
  void tipped_rectangle(Point corner, double width, double height, std::string_view style, std::string_view tip);
  void circle(Point centre, double radius, std::string_view style, std::string_view tip = {});
  void path(std::string_view data, std::string_view style);
  void text(Point at, std::string_view text, std::string_view style, Anchor anchor = Anchor::start);

  std::string take();

 private:
  std::string text_;
};

// "12.5": rounded to a tenth of a pixel.
std::string pixels(double value);

}  // namespace whet
