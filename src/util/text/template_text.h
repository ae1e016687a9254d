// A sentence with numbers to fill in: "{loads:.1f} sectors a request where {ideal:.0f} would do".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"
#include "util/text/expression.h"

namespace whet {

// Parsed once, when its file is loaded. A placeholder is {name} or {name:.Nf} (or e, g); {{ and }} stand for literal
// braces.
class TemplateText {
 public:
  static Result<TemplateText> parse(std::string_view text, const std::string& place = {});

  // Names used, once each, in order of first use.
  std::vector<std::string> placeholders() const;
  // Fails when a placeholder is not one of `known`, and suggests the nearest names.
  Result<void> check_placeholders(const std::vector<std::string>& known, const std::string& place = {}) const;
  // The text with its numbers; an absent number reads "unknown".
  std::string fill(const NumberLookup& lookup) const;

 private:
  // Literal text, then a placeholder; the last piece has no name.
  struct Piece {
    std::string before;
    std::string name;
    std::string format;  // "{:.1f}", for fmt
  };
  TemplateText() = default;
  std::vector<Piece> pieces_;
};

}  // namespace whet
