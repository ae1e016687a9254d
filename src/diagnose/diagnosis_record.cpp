#include "diagnose/diagnosis_record.h"

#include "util/text.h"

namespace whet {

namespace {

constexpr uint32_t k_longest_source = 1'000'000;  // lines

}  // namespace

std::string line_text(const SourceText& source, const std::string& file, uint32_t line) {
  const std::string text = source(file);
  const auto rows = split(text, '\n');
  return line > 0 && line <= rows.size() ? std::string(trim(rows[line - 1])) : "";
}

SourceText recorded_source(const LaunchRecord& record) {
  return [&record](const std::string& file) {
    std::string text;
    uint32_t at = 1;  // the lines are in the order of the source
    for (size_t i = 0; i < record.lines.lines.size() && i < record.texts.size(); ++i) {
      const LineCounts& line = record.lines.lines[i];
      if (line.file != file || line.line < at || line.line > k_longest_source) continue;
      text.append(line.line - at, '\n');
      text += record.texts[i];
      at = line.line;
    }
    return text;
  };
}

}  // namespace whet
