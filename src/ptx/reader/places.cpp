#include "ptx/reader/places.h"

#include "ptx/reader/constant.h"

namespace whet::ptx {

namespace {

constexpr uint64_t k_most_files = 1 << 16;

Result<uint32_t> read_number(Cursor& cursor) {
  if (!cursor.sees(TokenKind::number)) return cursor.unexpected("a number");
  const auto literal = parse_literal(cursor.peek().text);
  if (!literal || literal->is_float || literal->bits > 0xffffffff) return cursor.unexpected("a number of 32 bits");
  cursor.take();
  return static_cast<uint32_t>(literal->bits);
}

}  // namespace

Result<void> Places::read_file(Cursor& cursor) {
  TRY(number, read_number(cursor));
  if (!cursor.sees(TokenKind::string)) return cursor.unexpected("the name of a file");
  if (number >= k_most_files) return cursor.error("a .file has the number " + std::to_string(number));
  const std::string_view quoted = cursor.take().text;
  if (number >= module_.files.size()) module_.files.resize(number + 1);
  module_.files[number] = quoted.substr(1, quoted.size() - 2);
  while (cursor.accept(",")) TRY_VOID(read_integer(cursor));
  return {};
}

Result<void> Places::read_loc(Cursor& cursor) {
  TRY(position, read_position(cursor));
  uint32_t inlined_at = k_none;
  while (cursor.accept(",")) {
    if (cursor.accept("function_name")) {
      cursor.take();  // a label in .debug_str, or the section itself
      if (cursor.accept("+")) cursor.take();
    } else if (cursor.accept("inlined_at")) {
      TRY(caller, read_position(cursor));
      const auto known = latest_.find(caller);
      inlined_at = known != latest_.end() ? known->second : intern(caller, k_none);
    } else {
      return cursor.unexpected("function_name or inlined_at");
    }
  }
  current_ = intern(position, inlined_at);
  latest_[position] = current_;
  return {};
}

Result<Places::Position> Places::read_position(Cursor& cursor) {
  TRY(file, read_number(cursor));
  TRY(line, read_number(cursor));
  TRY(column, read_number(cursor));
  return Position{file, line, column};
}

uint32_t Places::intern(const Position& position, uint32_t inlined_at) {
  const auto next = static_cast<uint32_t>(module_.places.size());
  const auto [row, fresh] = rows_.emplace(std::tuple(position, inlined_at), next);
  if (fresh) {
    const auto [file, line, column] = position;
    module_.places.push_back({file, line, column, inlined_at});
  }
  return row->second;
}

}  // namespace whet::ptx
