// Draws views as parts of an HTML page. Headings begin at h3, because the page has its own above them.
#pragma once

#include "report/canvas/markup_canvas.h"

namespace whet {

class HtmlCanvas : public MarkupCanvas {
 public:
  void heading(std::string_view text, int level, std::string_view aside) override;
  void formula(std::string_view text, std::string_view latex, std::string_view mathml) override;
  void line(const std::vector<Cell>& cells) override;
  void fact(std::string_view label, const std::vector<Cell>& value) override;
  void table(const Table& table) override;
  void item(const std::vector<Cell>& cells, int depth) override;
  void verbatim(std::string_view text, std::string_view language) override;
  void figure(const Figure& figure) override;
  void blank() override;

 private:
  // Opens an element of this kind, unless it is already open; another one is closed first.
  void within(std::string_view element);
  std::string open_;  // "dl", "ul" or empty
};

}  // namespace whet
