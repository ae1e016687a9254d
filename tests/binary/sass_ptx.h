// PTX statements as the oracle asks about them: their parts, the bytes they move, the shape they name.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "util/text.h"

namespace whet::test {

using Names = std::vector<std::string>;

// One PTX statement: "shfl.sync.bfly.b32" and its operands.
struct PtxStatement {
  std::string_view opcode;
  std::string_view operands;
};

// Without the braces, labels ("W:") and guards ("@!p") that stand before a statement.
inline std::string_view without_prefixes(std::string_view text) {
  for (;;) {
    const size_t word = std::min(text.find_first_of(" \t"), text.size());
    if (text.starts_with('{') || text.starts_with('}')) {
      text = trim(text.substr(1));
    } else if (text.starts_with('@') || (word > 0 && text[word - 1] == ':')) {
      text = trim(text.substr(word));
    } else {
      return text;
    }
  }
}

// The statements of a line, without guards, labels, declarations and braces.
inline std::vector<PtxStatement> ptx_statements(std::string_view line) {
  std::vector<PtxStatement> statements;
  for (std::string_view text : split(line, ';')) {
    text = without_prefixes(trim(text));
    if (text.empty() || text[0] == '.' || text.starts_with("//")) continue;
    const size_t end = std::min(text.find_first_of(" \t"), text.size());
    statements.push_back({text.substr(0, end), trim(text.substr(end))});
  }
  return statements;
}

// The parts of an opcode: ld, global, nc, v4, f32.
inline bool has(const PtxStatement& statement, std::string_view part) {
  const auto parts = split(statement.opcode, '.');
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

// Whether the opcode begins with one of these, as whole parts: "ld" begins "ld.global", not "ldmatrix".
inline bool starts(const PtxStatement& statement, const Names& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) {
    const std::string_view rest = statement.opcode.substr(std::min(prefix.size(), statement.opcode.size()));
    return statement.opcode.starts_with(prefix) && (rest.empty() || rest[0] == '.');
  });
}

inline bool any_starts(const std::vector<PtxStatement>& statements, const Names& prefixes) {
  return std::any_of(statements.begin(), statements.end(),
                     [&](const auto& statement) { return starts(statement, prefixes); });
}

inline int type_bytes(std::string_view part) {
  static const std::map<std::string_view, int> k_bytes = {
      {"b8", 1},   {"u8", 1},  {"s8", 1},  {"b16", 2}, {"u16", 2},  {"s16", 2},   {"f16", 2},
      {"bf16", 2}, {"b32", 4}, {"u32", 4}, {"s32", 4}, {"f32", 4},  {"f16x2", 4}, {"bf16x2", 4},
      {"b64", 8},  {"u64", 8}, {"s64", 8}, {"f64", 8}, {"b128", 16}};
  const auto found = k_bytes.find(part);
  return found == k_bytes.end() ? 0 : found->second;
}

// Bytes a lane moves: ld.global.v4.f32 -> 16.
inline int statement_bytes(const PtxStatement& statement) {
  int vector = 1, bytes = 0;
  for (const std::string_view part : split(statement.opcode, '.')) {
    if (part == "v2") vector = 2;
    if (part == "v4") vector = 4;
    if (part == "v8") vector = 8;
    if (const int type = type_bytes(part)) bytes = type;
  }
  return vector * bytes;
}

// m16n8k16 -> 16, 8, 16.
inline std::array<int, 3> statement_shape(const PtxStatement& statement) {
  std::array<int, 3> shape{};
  for (const std::string_view part : split(statement.opcode, '.')) {
    if (part.size() < 6 || part[0] != 'm' || !isdigit(part[1])) continue;
    const char* at = part.data() + 1;
    for (int& size : shape) at = std::from_chars(at, part.data() + part.size(), size).ptr + 1;
  }
  return shape;
}

}  // namespace whet::test
