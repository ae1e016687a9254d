#include "report/canvas/text_canvas.h"

#include <algorithm>
#include <utility>

#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_label_columns = 12;  // "  occupancy " and the other fact labels line up here

std::string_view escape_of(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "\x1b[32m";
    case Tone::warning:
      return "\x1b[33m";
    case Tone::bad:
      return "\x1b[31m";
    case Tone::dim:
      return "\x1b[2m";
    case Tone::strong:
      return "\x1b[1m";
    case Tone::plain:
      break;
  }
  return "";
}

std::string spaces(size_t count) {
  return std::string(count, ' ');
}

// Names come from files: a control character in one must not reach the terminal.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

}  // namespace

size_t display_width(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string TextCanvas::painted(const Cell& cell) const {
  const std::string_view escape = style_.colour ? escape_of(cell.tone) : "";
  const std::string text = printable(cell.text);
  return escape.empty() ? text : std::string(escape) + text + "\x1b[0m";
}

void TextCanvas::heading(std::string_view text, int level, std::string_view aside) {
  const std::string indent = level > 1 ? "  " : "";
  text_ += indent + painted({std::string(text), Tone::strong});
  if (!aside.empty()) {
    const size_t used = indent.size() + display_width(text) + display_width(aside);
    const size_t width = static_cast<size_t>(style_.width);
    text_ += spaces(used + 2 < width ? width - used : 2) + painted({std::string(aside), Tone::dim});
  }
  text_ += '\n';
}

void TextCanvas::line(const std::vector<Cell>& cells) {
  flow("  ", cells, 4);
}

void TextCanvas::fact(std::string_view label, const std::vector<Cell>& value) {
  std::string prefix = "  " + std::string(label);
  prefix += spaces(display_width(prefix) < k_label_columns ? k_label_columns - display_width(prefix) : 1);
  prefix += ' ';
  flow(prefix, value, k_label_columns + 1);
}

void TextCanvas::item(const std::vector<Cell>& cells, int depth) {
  const std::string prefix = spaces(4 + 2 * static_cast<size_t>(depth));
  flow(prefix, cells, prefix.size() + 3);
}

void TextCanvas::flow(const std::string& prefix, const std::vector<Cell>& cells, size_t indent) {
  text_ += prefix;
  size_t column = display_width(prefix);
  for (const Cell& cell : cells) {
    // A cell is broken only at single spaces; runs of spaces are layout and stay together.
    std::string pending;
    const auto flush = [&] {
      const size_t width = display_width(pending);
      if (column + width > static_cast<size_t>(style_.width) && column > indent) {
        while (text_.ends_with(' ')) text_.pop_back();
        text_ += "\n" + spaces(indent);
        column = indent;
        pending.erase(0, pending.find_first_not_of(' '));
      }
      if (!pending.empty()) text_ += painted({pending, cell.tone});
      column += display_width(pending);
      pending.clear();
    };
    for (size_t i = 0; i < cell.text.size(); ++i) {
      if (cell.text[i] == ' ' && i > 0 && cell.text[i - 1] != ' ') flush();
      pending += cell.text[i];
    }
    flush();
  }
  text_ += '\n';
}

std::vector<size_t> TextCanvas::column_widths(const Table& table) const {
  std::vector<size_t> widths;
  const auto grow = [&](size_t column, std::string_view text) {
    if (widths.size() <= column) widths.resize(column + 1);
    widths[column] = std::max(widths[column], display_width(text));
  };
  for (size_t i = 0; i < table.header.size(); ++i) grow(i, table.header[i]);
  for (const auto& row : table.rows) {
    for (size_t i = 0; i < row.size(); ++i) grow(i, row[i].text);
  }
  return widths;
}

void TextCanvas::table(const Table& table) {
  const std::vector<size_t> widths = column_widths(table);
  const auto put_row = [&](const std::vector<Cell>& row) {
    size_t before = 4;
    std::string text = spaces(before);
    std::vector<Cell> last;
    for (size_t i = 0; i < row.size(); ++i) {
      const bool right = i < table.right_aligned.size() && table.right_aligned[i];
      const std::string padding = spaces(widths[i] - display_width(row[i].text));
      if (i + 1 == row.size() && !right) {
        last.push_back(row[i]);
        break;
      }
      text += right ? padding + painted(row[i]) : painted(row[i]) + padding;
      text += "  ";
      before += widths[i] + 2;
    }
    if (last.empty()) {
      while (text.ends_with(' ')) text.pop_back();
      text_ += text + '\n';
      return;
    }
    // The last column wraps within its own width.
    const size_t start = text_.size();
    flow(spaces(before), last, before);
    text_.replace(start, before, text);
  };
  if (!table.header.empty()) {
    std::vector<Cell> header;
    for (const std::string& title : table.header) header.emplace_back(title, Tone::dim);
    put_row(header);
  }
  for (const auto& row : table.rows) put_row(row);
}

void TextCanvas::verbatim(std::string_view text, std::string_view) {
  text_ += text;
  if (!text_.ends_with('\n')) text_ += '\n';
}

void TextCanvas::formula(std::string_view text, std::string_view, std::string_view) {
  flow("    ", {{std::string(text), Tone::strong}}, 6);
}

void TextCanvas::blank() {
  text_ += '\n';
}

std::string TextCanvas::take() {
  return std::exchange(text_, {});
}

}  // namespace whet
