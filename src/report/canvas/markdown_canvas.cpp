#include "report/canvas/markdown_canvas.h"

#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

// Escapes characters that would be formatting: `*` in "float const*", `|` in a table, `<` of a template.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '*' || c == '|' || c == '<' || c == '_' || c == '`') result += '\\';
    result += c;
  }
  return result;
}

std::string joined(const std::vector<Cell>& cells) {
  std::string text;
  for (const Cell& cell : cells) {
    const std::string body = escaped(cell.text);
    const bool strong = cell.tone == Tone::strong && !trim(body).empty();
    text += strong ? "**" + std::string(trim(body)) + "** " : body;
  }
  return std::string(trim(text));
}

}  // namespace

void MarkdownCanvas::begin(char kind) {
  if (!text_.empty() && (kind != last_ || kind == 'p')) text_ += '\n';
  last_ = kind;
}

void MarkdownCanvas::heading(std::string_view text, int level, std::string_view aside) {
  begin('h');
  text_ += std::string(static_cast<size_t>(level), '#') + " " + escaped(text) + "\n";
  if (!aside.empty()) text_ += "\n" + escaped(aside) + "\n";
}

void MarkdownCanvas::line(const std::vector<Cell>& cells) {
  begin('p');
  text_ += joined(cells) + "\n";
}

void MarkdownCanvas::fact(std::string_view label, const std::vector<Cell>& value) {
  begin('l');
  text_ += "- **" + escaped(label) + "**: " + joined(value) + "\n";
}

void MarkdownCanvas::table(const Table& table) {
  begin('t');
  size_t columns = table.header.size();
  for (const auto& row : table.rows) columns = std::max(columns, row.size());
  text_ += "|";
  for (size_t i = 0; i < columns; ++i) text_ += " " + (i < table.header.size() ? escaped(table.header[i]) : "") + " |";
  text_ += "\n|";
  for (size_t i = 0; i < columns; ++i)
    text_ += i < table.right_aligned.size() && table.right_aligned[i] ? " ---: |" : " --- |";
  text_ += "\n";
  for (const auto& row : table.rows) {
    text_ += "|";
    for (size_t i = 0; i < columns; ++i) text_ += " " + (i < row.size() ? escaped(row[i].text) : "") + " |";
    text_ += "\n";
  }
}

void MarkdownCanvas::item(const std::vector<Cell>& cells, int depth) {
  begin('l');
  text_ += std::string(2 * static_cast<size_t>(depth), ' ') + "- " + joined(cells) + "\n";
}

void MarkdownCanvas::verbatim(std::string_view text, std::string_view language) {
  begin('v');
  text_ += "```" + std::string(language) + "\n" + std::string(text);
  if (!text_.ends_with('\n')) text_ += '\n';
  text_ += "```\n";
}

void MarkdownCanvas::formula(std::string_view, std::string_view latex, std::string_view) {
  begin('p');
  text_ += "$$" + std::string(latex) + "$$\n";
}

void MarkdownCanvas::blank() {
  last_ = 0;
}

}  // namespace whet
