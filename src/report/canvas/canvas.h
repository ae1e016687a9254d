// The surface that a view is drawn on: text, Markdown or HTML. JSON is made from the view's own values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

// Colour marks verdicts only.
enum class Tone { plain, good, warning, bad, dim, strong };

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
  Cell(std::string text, Tone tone = Tone::plain) : text(std::move(text)), tone(tone) {}
  Cell(const char* text, Tone tone = Tone::plain) : text(text), tone(tone) {}
};

struct Table {
  std::vector<std::string> header;  // may be empty
  std::vector<std::vector<Cell>> rows;
  std::vector<bool> right_aligned;  // per column; missing means left
};

// A drawing in both sizes of a page, as SVG with a text for screen readers, and what it shows.
struct Figure {
  std::string wide, narrow;
  std::string caption;
};

class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual void heading(std::string_view text, int level = 1,
                       std::string_view aside = {}) = 0;                          // aside: at the right end
  virtual void line(const std::vector<Cell>& cells) = 0;                          // one line, no spaces between cells
  virtual void fact(std::string_view label, const std::vector<Cell>& value) = 0;  // "occupancy  2 blocks/SM"
  virtual void table(const Table& table) = 0;
  virtual void item(const std::vector<Cell>& cells, int depth = 0) = 0;  // list entry
  virtual void verbatim(std::string_view text, std::string_view language = {}) = 0;
  // One formula in the notation that the surface shows best.
  virtual void formula(std::string_view text, std::string_view latex, std::string_view mathml) = 0;
  // Only a page shows it: what is drawn is also said in numbers.
  virtual void figure(const Figure&) {}
  virtual void blank() = 0;
  virtual std::string take() = 0;  // everything drawn so far
};

// Width and colour of text.
struct TextStyle {
  int width = 100;  // columns
  bool colour = false;
};

}  // namespace whet
