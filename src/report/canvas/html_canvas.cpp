#include "report/canvas/html_canvas.h"

#include <algorithm>

#include "report/canvas/html_text.h"

namespace whet {

namespace {

std::string_view class_of(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "good";
    case Tone::warning:
      return "warning";
    case Tone::bad:
      return "bad";
    case Tone::dim:
      return "dim";
    case Tone::strong:
      return "strong";
    case Tone::plain:
      break;
  }
  return {};
}

std::string cell_html(const Cell& cell) {
  const std::string_view name = class_of(cell.tone);
  if (name.empty()) return escape_html(cell.text);
  return "<span class=\"" + std::string(name) + "\">" + escape_html(cell.text) + "</span>";
}

std::string cells_html(const std::vector<Cell>& cells) {
  std::string html;
  for (const Cell& cell : cells) html += cell_html(cell);
  return html;
}

}  // namespace

void HtmlCanvas::within(std::string_view element) {
  if (open_ == element) return;
  if (!open_.empty()) text_ += "</" + open_ + ">\n";
  open_ = element;
  if (!open_.empty()) text_ += "<" + open_ + ">\n";
}

void HtmlCanvas::heading(std::string_view text, int level, std::string_view aside) {
  within("");
  const std::string element = "h" + std::to_string(std::clamp(level + 2, 3, 6));
  text_ += "<" + element + ">" + escape_html(text);
  if (!aside.empty()) text_ += " <small>" + escape_html(aside) + "</small>";
  text_ += "</" + element + ">\n";
}

void HtmlCanvas::line(const std::vector<Cell>& cells) {
  within("");
  text_ += "<p>" + cells_html(cells) + "</p>\n";
}

void HtmlCanvas::fact(std::string_view label, const std::vector<Cell>& value) {
  within("dl");
  text_ += "<dt>" + escape_html(label) + "</dt><dd>" + cells_html(value) + "</dd>\n";
}

void HtmlCanvas::table(const Table& table) {
  within("");
  const auto side = [&](size_t column) {
    return column < table.right_aligned.size() && table.right_aligned[column] ? " class=\"right\"" : "";
  };
  // A wide table scrolls within its own box; the tab stop makes that possible by keyboard.
  text_ += "<div class=\"scroll\" tabindex=\"0\"><table>\n";
  if (!table.header.empty()) {
    text_ += "<thead><tr>";
    for (size_t i = 0; i < table.header.size(); ++i)
      text_ += "<th scope=\"col\"" + std::string(side(i)) + ">" + escape_html(table.header[i]) + "</th>";
    text_ += "</tr></thead>\n";
  }
  text_ += "<tbody>\n";
  for (const auto& row : table.rows) {
    text_ += "<tr>";
    for (size_t i = 0; i < row.size(); ++i) text_ += "<td" + std::string(side(i)) + ">" + cell_html(row[i]) + "</td>";
    text_ += "</tr>\n";
  }
  text_ += "</tbody></table></div>\n";
}

void HtmlCanvas::item(const std::vector<Cell>& cells, int depth) {
  within("ul");
  text_ += "<li" + std::string(depth > 0 ? " class=\"inner\"" : "") + ">" + cells_html(cells) + "</li>\n";
}

void HtmlCanvas::verbatim(std::string_view text, std::string_view) {
  within("");
  text_ += "<pre tabindex=\"0\">" + escape_html(text) + "</pre>\n";
}

void HtmlCanvas::formula(std::string_view, std::string_view, std::string_view mathml) {
  within("");
  text_ += std::string(mathml) + "\n";
}

void HtmlCanvas::figure(const Figure& figure) {
  within("");
  text_ += "<figure>\n<div class=\"wide\">" + figure.wide + "</div><div class=\"narrow\">" + figure.narrow +
           "</div>\n<figcaption>" + escape_html(figure.caption) + "</figcaption>\n</figure>\n";
}

void HtmlCanvas::blank() {
  within("");
}

}  // namespace whet
