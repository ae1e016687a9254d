// The line information of a module while it is read: .file and .loc.
#pragma once

#include <map>
#include <tuple>

#include "ptx/module.h"
#include "ptx/reader/cursor.h"

namespace whet::ptx {

class Places {
 public:
  explicit Places(Module& module) : module_(module) {}

  // .file 1 "kernel.cu", 1700000000, 2048
  Result<void> read_file(Cursor& cursor);
  // .loc 1 12 5, function_name $L__info_string0+8, inlined_at 1 40 3
  // An inlined_at refers to an earlier row, which has its own inlined_at.
  Result<void> read_loc(Cursor& cursor);
  // The row for the next instruction; a function starts without one.
  uint32_t current() const { return current_; }
  void start_function() { current_ = k_none; }

 private:
  using Position = std::tuple<uint32_t, uint32_t, uint32_t>;  // file, line, column
  Result<Position> read_position(Cursor& cursor);
  uint32_t intern(const Position& position, uint32_t inlined_at);

  Module& module_;
  uint32_t current_ = k_none;
  std::map<std::tuple<Position, uint32_t>, uint32_t> rows_;
  std::map<Position, uint32_t> latest_;  // latest row of a position
};

}  // namespace whet::ptx
