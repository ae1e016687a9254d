#include <algorithm>

#include "profile/line_counts.h"

namespace whet {

namespace {

std::string base_name(const std::string& file) {
  return file.substr(file.rfind('/') + 1);
}

// The line of this place. Counts name files as PTX does, samples as the machine code does: if no file is called exactly
// so, one of the same last name is meant, if there is only one.
LineCounts& line_for(const SampledInstruction& at, std::vector<LineCounts>& lines) {
  LineCounts* same_name = nullptr;
  bool is_unique = true;
  for (LineCounts& line : lines) {
    if (line.line != at.line) continue;
    if (line.file == at.file) return line;
    if (base_name(line.file) != base_name(at.file)) continue;
    is_unique = !same_name;
    same_name = &line;
  }
  if (same_name && is_unique) return *same_name;
  LineCounts added;
  added.file = at.file;
  added.line = at.line;
  const auto place = std::find_if(lines.begin(), lines.end(), [&](const LineCounts& line) {
    return std::pair(line.file, line.line) > std::pair(at.file, at.line);
  });
  return *lines.insert(place, std::move(added));
}

}  // namespace

void add_samples(const SampledCode& code, CountedLines& lines) {
  lines.samples = code.samples;
  for (LineCounts& line : lines.lines) line.stalls.clear();  // what is measured takes the place of the model's
  for (const SampledInstruction& at : code.instructions) {
    if (at.file.empty() || at.line == 0) continue;
    LineCounts& line = line_for(at, lines.lines);
    line.samples += at.samples;
    for (const StallSamples& stall : at.stalls) line.stalls[stall.reason] += stall.samples / code.samples;
  }
}

}  // namespace whet
