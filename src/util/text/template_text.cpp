#include "util/text/template_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "util/text.h"

namespace whet {

namespace {

// Accepts "", ".1f", ".0f", "g": an optional precision of one digit and a conversion.
bool is_number_format(std::string_view format) {
  if (format.size() >= 2 && format[0] == '.' && std::isdigit(static_cast<unsigned char>(format[1])))
    format.remove_prefix(2);
  else if (!format.empty() && format[0] == '.')
    return false;
  return format.empty() || format == "f" || format == "e" || format == "g";
}

bool is_name(std::string_view name) {
  const auto allowed = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed);
}

}  // namespace

Result<TemplateText> TemplateText::parse(std::string_view text, const std::string& place) {
  const auto error = [&](size_t at, std::string what, std::string mend) {
    const std::string column = "column " + std::to_string(at + 1) + " of `" + std::string(text.substr(0, 80)) + "`";
    return bad_input(std::move(what), place.empty() ? column : place + ", " + column, std::move(mend));
  };
  TemplateText result;
  Piece piece;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{' && text[at] != '}') {
      piece.before += text[at];
      continue;
    }
    if (text.substr(at + 1, 1) == text.substr(at, 1)) {
      piece.before += text[at++];
      continue;
    }
    if (text[at] == '}') return error(at, "this `}` closes nothing", "write `}}` for a brace");
    const size_t end = text.find('}', at);
    if (end == std::string_view::npos) return error(at, "this `{` is not closed", "add `}`, or write `{{` for a brace");
    const std::string_view inside = text.substr(at + 1, end - at - 1);
    const size_t colon = inside.find(':');
    const std::string_view format = colon == std::string_view::npos ? "" : inside.substr(colon + 1);
    piece.name = std::string(inside.substr(0, colon));
    if (!is_name(piece.name)) return error(at, "`" + piece.name + "` is not a name", "write {name} or {name:.1f}");
    if (!is_number_format(format)) {
      return error(at, "`" + std::string(format) + "` is not a number format", "write {" + piece.name + ":.1f}");
    }
    piece.format = "{:" + std::string(format) + "}";
    result.pieces_.push_back(std::exchange(piece, {}));
    at = end;
  }
  result.pieces_.push_back(std::move(piece));
  return result;
}

std::vector<std::string> TemplateText::placeholders() const {
  std::vector<std::string> names;
  for (const Piece& piece : pieces_) {
    if (!piece.name.empty() && std::find(names.begin(), names.end(), piece.name) == names.end())
      names.push_back(piece.name);
  }
  return names;
}

Result<void> TemplateText::check_placeholders(const std::vector<std::string>& known, const std::string& place) const {
  for (const std::string& name : placeholders()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::vector<std::string> near = near_names(name, known);
    return bad_input("the text shows `" + name + "`, but nothing has that name", place,
                     near.empty() ? "known names: " + join(known, ", ") : "did you mean " + join(near, ", ") + "?");
  }
  return {};
}

std::string TemplateText::fill(const NumberLookup& lookup) const {
  std::string text;
  for (const Piece& piece : pieces_) {
    text += piece.before;
    if (piece.name.empty()) continue;
    const std::optional<double> value = lookup(piece.name);
    text += value && std::isfinite(*value) ? fmt::format(fmt::runtime(piece.format), *value) : "unknown";
  }
  return text;
}

}  // namespace whet
