#include "report/folder/html_parts.h"

#include "report/canvas/html_canvas.h"
#include "report/canvas/html_text.h"

namespace whet {

std::string section_html(const std::string& title, const std::string& origins, const std::string& body) {
  return "<section>\n<h2>" + escape_html(title) + " " + origins + "</h2>\n" + body + "</section>\n";
}

std::string table_html(const Table& table) {
  HtmlCanvas canvas;
  canvas.table(table);
  return canvas.take();
}

std::string note_html(const std::string& text) {
  return "<p class=\"note\">" + escape_html(text) + "</p>\n";
}

std::string details_html(const std::string& summary, const std::string& body) {
  return "<details><summary>" + escape_html(summary) + "</summary>\n" + body + "</details>\n";
}

std::string figure_html(const std::string& drawing, const std::string& caption) {
  return "<figure>\n" + drawing + "<figcaption>" + caption + "</figcaption>\n</figure>\n";
}

std::string both_sizes(const std::string& wide, const std::string& narrow) {
  return "<div class=\"wide\">" + wide + "</div><div class=\"narrow\">" + narrow + "</div>\n";
}

}  // namespace whet
