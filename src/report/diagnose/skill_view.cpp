#include "report/diagnose/skill_view.h"

#include <cctype>

#include "util/text.h"

namespace whet {

namespace {

// "1. Pad the row": the text after the number; empty if the line is no entry of a list.
std::string_view list_entry(std::string_view line) {
  if (line.starts_with("- ")) return line.substr(2);
  const size_t dot = line.find(". ");
  if (dot == std::string_view::npos || dot == 0 || dot > 2) return {};
  for (const char c : line.substr(0, dot)) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) return {};
  }
  return line.substr(dot + 2);
}

// Draws the Markdown that skills are written in: paragraphs, lists, tables and blocks of code.
class MarkdownBlocks {
 public:
  explicit MarkdownBlocks(Canvas& canvas) : canvas_(canvas) {}

  void draw(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) draw_line(line);
    end_paragraph();
    end_table();
  }

 private:
  void draw_line(std::string_view line) {
    if (line.starts_with("```") || is_code_) return draw_code(line);
    if (line.starts_with("|")) return add_row(line);
    end_table();
    const std::string_view entry = list_entry(line);
    if (!entry.empty() || trim(line).empty()) end_paragraph();
    if (!entry.empty()) is_entry_ = true;
    const bool is_numbered = !entry.empty() && !line.starts_with("- ");
    const std::string_view words = trim(entry.empty() || is_numbered ? line : entry);
    if (words.empty()) return;
    if (!paragraph_.empty()) paragraph_ += ' ';
    paragraph_ += words;
  }

  void draw_code(std::string_view line) {
    end_paragraph();
    if (!line.starts_with("```")) {
      code_.append(line).append("\n");
      return;
    }
    if (is_code_) canvas_.verbatim(code_, language_);
    is_code_ = !is_code_;
    language_ = is_code_ ? std::string(line.substr(3, line.find(' ') - 3)) : "";
    code_.clear();
  }

  // "| --- | --- |" stands under the header.
  void add_row(std::string_view line) {
    end_paragraph();
    std::vector<std::string> cells;
    const auto parts = split(line, '|');
    for (size_t i = 1; i + 1 < parts.size(); ++i) cells.emplace_back(trim(parts[i]));
    if (!cells.empty() && cells.front().starts_with("---")) return;
    if (table_.header.empty()) {
      table_.header = std::move(cells);
    } else {
      table_.rows.emplace_back(cells.begin(), cells.end());
    }
  }

  void end_paragraph() {
    if (paragraph_.empty()) return;
    if (is_entry_) {
      canvas_.item({paragraph_});
    } else {
      canvas_.line({paragraph_});
    }
    paragraph_.clear();
    is_entry_ = false;
  }

  void end_table() {
    if (!table_.header.empty()) canvas_.table(table_);
    table_ = {};
  }

  Canvas& canvas_;
  std::string paragraph_, code_, language_;
  bool is_entry_ = false, is_code_ = false;
  Table table_;
};

void render_skill(const Skill& skill, Canvas& canvas) {
  canvas.heading(skill.title, 1, skill.id);
  MarkdownBlocks(canvas).draw(skill.summary);
  for (const SkillSection& section : skill.sections) {
    canvas.blank();
    canvas.heading(section.heading, 2);
    MarkdownBlocks(canvas).draw(section.text);
  }
}

}  // namespace

void render(const SkillView& view, Canvas& canvas) {
  if (!view.is_list) {
    for (const Skill& skill : view.skills) render_skill(skill, canvas);
    return;
  }
  canvas.heading("skills");
  Table table{.header = {"skill", "about"}};
  for (const Skill& skill : view.skills) table.rows.push_back({skill.id, skill.title});
  canvas.table(table);
  canvas.line({{"next: whet skill NAME · whet diagnose names the one to read", Tone::dim}});
}

Json to_json(const SkillView& view) {
  return json_array(view.skills, [&](const Skill& skill) {
    Json json = Json::object();
    json["id"] = skill.id;
    json["title"] = skill.title;
    json["summary"] = skill.summary;
    for (const SkillSection& section : skill.sections) {
      if (!view.is_list) json["sections"][section.heading] = section.text;
    }
    return json;
  });
}

}  // namespace whet
