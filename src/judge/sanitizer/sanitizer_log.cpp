#include "judge/sanitizer/sanitizer_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_line_mark = "=========";
constexpr size_t k_most_findings = 64, k_longest_text = 300;

// The beginnings of reports. Other lines of the tool are about itself.
constexpr std::string_view k_heads[] = {"Invalid ",       "Misaligned ",   "Uninitialized ", "Barrier error",
                                        "Race reported ", "Out-of-range ", "Fatal ",         "Malformed "};

std::string shortened(std::string_view text) {
  text = trim(text);
  return std::string(text.substr(0, k_longest_text));
}

// "1,024" -> 1024.
uint64_t number_at(std::string_view text) {
  uint64_t value = 0;
  for (const char c : text) {
    if (c == ',') continue;
    if (c < '0' || c > '9' || value > UINT64_MAX / 16) break;
    value = value * 10 + static_cast<uint64_t>(c - '0');
  }
  return value;
}

// "kernel(float *)+0x50 in /a/scale.cu:14" and, in older versions, "0x3c8 in /a/scale.cu:14:kernel(int*)" give
// "/a/scale.cu:14"; empty if no line is given.
std::string place_in(std::string_view text) {
  const size_t in = text.rfind(" in ");
  if (in == std::string_view::npos) return {};
  std::string_view place = text.substr(in + 4);
  for (size_t colon = place.find(':'); colon != std::string_view::npos; colon = place.find(':', colon + 1)) {
    size_t end = colon + 1;
    while (end < place.size() && place[end] >= '0' && place[end] <= '9') ++end;
    const bool is_line = end > colon + 1 && (end == place.size() || place[end] == ':' || place[end] == ' ');
    if (is_line) return shortened(place.substr(0, end));
  }
  return {};
}

// "Write access at kernel(int *)+0x90 in a.cu:41" -> "Write access at a.cu:41"
std::string access_text(std::string_view text) {
  const std::string_view hazards = text.substr(0, text.rfind(" ["));
  const std::string place = place_in(hazards);
  const size_t at = hazards.find(" access at ");
  if (place.empty() || at == std::string_view::npos) return shortened(hazards);
  return shortened(hazards.substr(0, at)) + " access at " + place;
}

class Parser {
 public:
  SanitizerLog run(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) {
      if (!line.starts_with(k_line_mark)) continue;
      const std::string_view rest = line.substr(k_line_mark.size());
      if (trim(rest).empty())
        finish();
      else if (!take_summary(trim(rest)) && !take_head(trim(rest)))
        take_detail(trim(rest));
    }
    finish();
    return std::move(log_);
  }

 private:
  bool take_summary(std::string_view text) {
    const size_t at = text.find("SUMMARY: ");
    if (at == std::string_view::npos) return false;
    finish();
    log_.complete = true;
    const std::string_view rest = text.substr(at + 9);
    if (rest.find("not printed") != std::string_view::npos) return true;  // the first line counts them all
    const size_t bracket = rest.find('(');
    log_.errors = std::max(log_.errors, number_at(bracket == std::string_view::npos ? rest : rest.substr(bracket + 1)));
    return true;
  }

  bool take_head(std::string_view text) {
    bool is_warning = false;
    for (const std::string_view level : {"Error: ", "Warning: "}) {
      if (!text.starts_with(level)) continue;
      is_warning = level == "Warning: ";
      text.remove_prefix(level.size());
    }
    const bool is_head = std::any_of(std::begin(k_heads), std::end(k_heads),
                                     [&](std::string_view head) { return text.starts_with(head); });
    if (!is_head) return false;
    finish();
    current_ = SanitizerFinding{};
    is_open_ = true;
    current_.is_warning = is_warning;
    constexpr std::string_view k_race = "Race reported between ";
    current_.what =
        text.starts_with(k_race) ? "Race between " + access_text(text.substr(k_race.size())) : shortened(text);
    return true;
  }

  void take_detail(std::string_view text) {
    if (!is_open_) return;
    if (text.starts_with("at ") && current_.place.empty())
      current_.place = place_in(text);
    else if (text.starts_with("Device Frame:") && current_.place.empty())
      current_.place = place_in(text);
    else if (text.starts_with("by thread ") && current_.who.empty())
      current_.who = shortened(text.substr(3));
    else if (text.starts_with("and ") && text.find(" access at ") != std::string_view::npos && current_.other.empty())
      current_.other = access_text(text.substr(4));
  }

  void finish() {
    if (!is_open_) return;
    is_open_ = false;
    for (SanitizerFinding& known : log_.findings) {
      if (known.what != current_.what || known.place != current_.place || known.other != current_.other) continue;
      ++known.reports;
      return;
    }
    if (log_.findings.size() < k_most_findings) log_.findings.push_back(std::move(current_));
  }

  SanitizerLog log_;
  SanitizerFinding current_;
  bool is_open_ = false;
};

}  // namespace

SanitizerLog parse_sanitizer_log(std::string_view text) {
  return Parser().run(text);
}

std::string describe(const SanitizerFinding& finding) {
  std::string text = finding.what;
  if (!finding.other.empty()) text += " and " + finding.other;
  if (!finding.place.empty()) text += " at " + finding.place;
  if (!finding.who.empty()) text += " by " + finding.who;
  if (finding.reports > 1) text += fmt::format(", {} times", finding.reports);
  return text;
}

std::string first_error(const std::vector<SanitizerFinding>& findings, std::vector<std::string>& notes) {
  std::string error;
  for (const SanitizerFinding& finding : findings) {
    if (finding.is_warning) notes.push_back(describe(finding));
    if (!finding.is_warning && error.empty()) error = describe(finding);
  }
  return error;
}

}  // namespace whet
