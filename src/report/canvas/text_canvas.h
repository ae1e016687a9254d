// Draws views as text for a terminal: columns when it is wide, plain when piped.
#pragma once

#include "report/canvas/canvas.h"

namespace whet {

class TextCanvas : public Canvas {
 public:
  explicit TextCanvas(TextStyle style) : style_(style) {}
  void heading(std::string_view text, int level, std::string_view aside) override;
  void line(const std::vector<Cell>& cells) override;
  void fact(std::string_view label, const std::vector<Cell>& value) override;
  void table(const Table& table) override;
  void item(const std::vector<Cell>& cells, int depth) override;
  void verbatim(std::string_view text, std::string_view language) override;
  void formula(std::string_view text, std::string_view latex, std::string_view mathml) override;
  void blank() override;
  std::string take() override;

 private:
  std::string painted(const Cell& cell) const;
  // Writes cells after `prefix`, wrapping at the width with `indent` columns before later lines.
  void flow(const std::string& prefix, const std::vector<Cell>& cells, size_t indent);
  std::vector<size_t> column_widths(const Table& table) const;

  TextStyle style_;
  std::string text_;
};

// Terminal columns of UTF-8 text: its code points, because every character that whet prints is one column wide.
size_t display_width(std::string_view text);

}  // namespace whet
