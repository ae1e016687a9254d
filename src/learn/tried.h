// What patterns say was tried, as text that is read strictly: it may come from a file of somebody else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "store/pattern.h"

namespace whet::learn {

// How the memos of written and edited kernels begin (propose/kernel_writer.cpp, propose/editor.cpp).
inline constexpr std::string_view k_written_memo = "written: ", k_edited_memo = "edited: ";

struct TriedSchedule {
  std::string schedule;
  std::map<std::string, int64_t> numbers;
};

// "rows kThreads=256 kVector=4"; nothing for anything else.
std::optional<TriedSchedule> read_schedule(std::string_view text);

// {"block_x":256}, by names that are the same for every kernel; nothing for anything else.
std::optional<std::map<std::string, int64_t>> read_numbers(const std::string& text);

// Whether a tunable means the same for every kernel: a block's extents, a limit of registers, a flag of the compiler.
bool is_universal(std::string_view tunable);

// "memory.vectorized_access"
bool is_method_id(std::string_view text);

// "-12"; nothing for anything else.
std::optional<int64_t> read_integer(std::string_view text);

// Whether it is one of that kind. Edits are names of letters, digits, spaces and a few signs.
bool is_well_formed(store::PatternKind kind, const std::string& tried);

}  // namespace whet::learn
