#include "util/error.h"

#include <utility>

namespace whet {

Error bad_input(std::string what, std::string where, std::string mend) {
  return {ErrorKind::bad_input, std::move(what), std::move(where), std::move(mend), {}};
}

Error missing(std::string what, std::string where, std::string mend) {
  return {ErrorKind::missing, std::move(what), std::move(where), std::move(mend), {}};
}

Error failed(std::string what, std::string where, std::string mend) {
  return {ErrorKind::failed, std::move(what), std::move(where), std::move(mend), {}};
}

namespace {

// Aligns the lines after the first with it: "fix: a" and "     b".
std::string indented(const std::string& text, const std::string& indent) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result += indent;
  }
  return result;
}

}  // namespace

std::string describe(const Error& error) {
  std::string text = "error: " + error.what + "\n";
  if (!error.where.empty()) text += "  at " + error.where + "\n";
  if (!error.details.empty()) {
    text += error.details;
    if (text.back() != '\n') text += '\n';
  }
  if (!error.mend.empty()) text += "  fix: " + indented(error.mend, "       ") + "\n";
  return text;
}

}  // namespace whet
