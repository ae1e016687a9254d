// Draws views as Markdown, for reports and pull requests.
#pragma once

#include "report/canvas/markup_canvas.h"

namespace whet {

class MarkdownCanvas : public MarkupCanvas {
 public:
  void heading(std::string_view text, int level, std::string_view aside) override;
  void line(const std::vector<Cell>& cells) override;
  void fact(std::string_view label, const std::vector<Cell>& value) override;
  void table(const Table& table) override;
  void item(const std::vector<Cell>& cells, int depth) override;
  void verbatim(std::string_view text, std::string_view language) override;
  void formula(std::string_view text, std::string_view latex, std::string_view mathml) override;
  void blank() override;

 private:
  // Starts a new block, unless the last one was of the same kind and the two belong together.
  void begin(char kind);
  char last_ = 0;
};

}  // namespace whet
