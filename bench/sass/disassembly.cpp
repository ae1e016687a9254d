#include "sass/disassembly.h"

#include <charconv>

#include "util/text.h"

namespace whet::bench {

namespace {

// "/*0a10*/" at the start of a trimmed line.
bool parse_offset(std::string_view line, uint32_t& offset, std::string_view& rest) {
  if (!line.starts_with("/*")) return false;
  const size_t close = line.find("*/");
  if (close == std::string_view::npos || close < 3) return false;
  const std::string_view digits = line.substr(2, close - 2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), offset, 16);
  rest = line.substr(close + 2);
  return error == std::errc{} && end == digits.data() + digits.size();
}

// "/* 0x000000fffffff389 */" at the end of a line.
bool parse_word(std::string_view line, uint64_t& word) {
  const size_t open = line.rfind("/* 0x");
  if (open == std::string_view::npos) return false;
  return std::from_chars(line.data() + open + 5, line.data() + open + 21, word, 16).ec == std::errc{};
}

std::string mnemonic_of(std::string_view text) {
  text = trim(text);
  if (text.starts_with('{')) text = trim(text.substr(1));
  if (text.starts_with('@')) text = trim(text.substr(std::min(text.find(' '), text.size())));
  return std::string(text.substr(0, text.find_first_of(" ;")));
}

}  // namespace

std::vector<PrintedFunction> parse_disassembly(std::string_view text) {
  std::vector<PrintedFunction> functions;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    uint32_t offset = 0;
    std::string_view rest;
    if (line.starts_with("Function : ")) {
      functions.push_back({std::string(line.substr(11)), {}});
    } else if (functions.empty()) {
      continue;
    } else if (parse_offset(line, offset, rest)) {
      PrintedInstruction instruction;
      instruction.offset = offset;
      instruction.mnemonic = mnemonic_of(rest);
      if (parse_word(rest, instruction.low)) functions.back().instructions.push_back(std::move(instruction));
    } else if (line.starts_with("/* 0x") && !functions.back().instructions.empty()) {
      parse_word(line, functions.back().instructions.back().high);
    }
  }
  return functions;
}

}  // namespace whet::bench
