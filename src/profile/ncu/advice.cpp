#include "profile/ncu/advice.h"

#include <algorithm>

#include "profile/ncu/number.h"
#include "util/ascii.h"
#include "util/text.h"

namespace whet {

namespace {

// What a link shows, of its content between the two @; nothing when it is no link.
std::optional<std::string_view> link_text(std::string_view link) {
  const auto after = [&](int colons) -> std::optional<std::string_view> {
    std::string_view rest = link;
    for (; colons > 0; --colons) {
      const size_t colon = rest.find(':');
      if (colon == rest.npos) return std::nullopt;
      rest = rest.substr(colon + 1);
    }
    return rest;
  };
  if (link.starts_with("url:")) {
    const std::string_view rest = link.substr(4);
    const size_t address = std::min(rest.find(":http"), rest.rfind(':'));
    return rest.substr(0, address);
  }
  if (link.starts_with("section:") || link.starts_with("sass:")) return after(2);
  return link.starts_with("source:") ? after(3) : std::nullopt;
}

std::string without_links(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const size_t open = text.find('@');
    plain += text.substr(0, open);
    if (open == text.npos) break;
    const size_t close = text.find('@', open + 1);
    const auto shown = close == text.npos ? std::nullopt : link_text(text.substr(open + 1, close - open - 1));
    plain += shown ? *shown : "@";
    text = text.substr(shown ? close + 1 : open + 1);
  }
  return plain;
}

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The star that ends the bold words which begin at `open`, or npos. Bold words have no comma or bracket among them.
size_t closing_star(std::string_view text, size_t open) {
  if (open > 0 && text[open - 1] != ' ' && text[open - 1] != '(') return text.npos;
  const size_t close = text.find_first_of("*,;()", open + 1);
  if (close == text.npos || text[close] != '*' || close == open + 1) return text.npos;
  if (text[open + 1] == ' ' || text[close - 1] == ' ') return text.npos;
  return close + 1 < text.size() && is_word(text[close + 1]) ? text.npos : close;
}

// "**x**" and "*x*" -> "x"; the star of "float *a" and of "2 * 3" stays.
std::string without_stars(std::string text) {
  for (size_t at = 0; (at = text.find("**", at)) != text.npos;) text.erase(at, 2);
  for (size_t open = 0; (open = text.find('*', open)) != text.npos; ++open) {
    const size_t close = closing_star(text, open);
    if (close == text.npos) continue;
    text.erase(close, 1);
    text.erase(open--, 1);
  }
  return text;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= ' ';
    if (space && (line.empty() || line.back() == ' ')) continue;
    line += space ? ' ' : c;
  }
  return std::string(trim(line));
}

double estimate_of(const Advice& advice) {
  return advice.speedup_percent.value_or(-1);
}

}  // namespace

Advice::Kind advice_kind(std::string_view type) {
  const std::string name = lower(trim(type));
  if (name.starts_with("opt")) return Advice::Kind::opt;
  if (name == "wrn" || name.starts_with("warn") || name.starts_with("err")) return Advice::Kind::wrn;
  return Advice::Kind::inf;
}

std::string plain_advice(std::string_view text) {
  return without_stars(on_one_line(without_links(text)));
}

void take_estimate(Advice& advice) {
  for (const std::string_view mark : {"Est. Speedup:", "Est. Local Speedup:"}) {
    const std::string_view text = advice.text;
    const size_t percent = text.find('%');
    if (!text.starts_with(mark) || percent == text.npos) continue;
    const auto value = parse_ncu_number(text.substr(mark.size(), percent - mark.size()), DecimalMark::point);
    if (!value) return;
    if (!advice.speedup_percent) {
      advice.speedup_percent = value;
      advice.is_local = mark.find("Local") != mark.npos;
    }
    advice.text = std::string(trim(text.substr(percent + 1)));
    return;
  }
}

std::vector<Advice> sorted_advice(std::vector<Advice> advice) {
  std::stable_sort(advice.begin(), advice.end(),
                   [](const Advice& a, const Advice& b) { return estimate_of(a) > estimate_of(b); });
  std::vector<Advice> kept;
  for (Advice& each : advice) {
    const bool known = std::any_of(kept.begin(), kept.end(), [&](const Advice& other) {
      return other.rule == each.rule && other.text == each.text;
    });
    if (!known) kept.push_back(std::move(each));
  }
  return kept;
}

}  // namespace whet
