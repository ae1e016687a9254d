#include "report/draw/svg.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "report/canvas/html_text.h"

namespace whet {

std::string pixels(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

Svg::Svg(PlotSize size, std::string_view label)
    : text_(fmt::format("<svg width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-label=\"{2}\">\n",
                        size.width, size.height, escape_html(label))) {}

void Svg::line(Point from, Point to, std::string_view style) {
  text_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\"/>\n", pixels(from.x), pixels(from.y),
                       pixels(to.x), pixels(to.y), style);
}

void Svg::rectangle(Point corner, double width, double height, std::string_view style) {
  text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"/>\n", pixels(corner.x),
                       pixels(corner.y), pixels(width), pixels(height), style);
}

void Svg::tipped_rectangle(Point corner, double width, double height, std::string_view style, std::string_view tip) {
  text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"{}\"><title>{}</title></rect>\n",
                       pixels(corner.x), pixels(corner.y), pixels(width), pixels(height), style, escape_html(tip));
}

void Svg::circle(Point centre, double radius, std::string_view style, std::string_view tip) {
  text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"{}\"", pixels(centre.x), pixels(centre.y),
                       pixels(radius), style);
  text_ += tip.empty() ? "/>\n" : fmt::format("><title>{}</title></circle>\n", escape_html(tip));
}

void Svg::path(std::string_view data, std::string_view style) {
  text_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", data, style);
}

void Svg::text(Point at, std::string_view text, std::string_view style, Anchor anchor) {
  constexpr std::array<std::string_view, 3> k_anchors = {"start", "middle", "end"};
  text_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\" text-anchor=\"{}\">{}</text>\n", pixels(at.x),
                       pixels(at.y), style, k_anchors[static_cast<size_t>(anchor)], escape_html(text));
}

std::string Svg::take() {
  text_ += "</svg>\n";
  return std::exchange(text_, {});
}

}  // namespace whet
