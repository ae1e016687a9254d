// Comma-separated values as RFC 4180 has them, one row at a time, with the line on which each row begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet {

struct CsvRow {
  int line = 0;
  std::vector<std::string> fields;
};

// The fields of one line; empty when it is no row of CSV on its own.
std::vector<std::string> csv_fields(std::string_view line);

// A text from a file as an error shows it: on one line, not too long, in backquotes.
std::string in_backquotes(std::string_view text);

// Which lines can be rows. Nsight Compute quotes all fields, so a line that begins otherwise was printed by a program.
enum class RowBegin : uint8_t { anything, quote };

// Quoted fields may contain commas, line breaks and doubled quotes; lines end in LF or CRLF. Empty lines are skipped,
// and lines that begin with "==", which Nsight Compute prints between the rows.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string file, int first_line = 1, RowBegin begin = RowBegin::anything)
      : text_(text), file_(std::move(file)), line_(first_line), begin_(begin) {}

  // False at the end of the text. An error names file and line.
  Result<bool> next(CsvRow& row);

 private:
  bool skip_noise();
  Result<void> read_field(std::string& field);
  Result<void> read_quoted(std::string& field);
  bool at_line_end() const;
  void end_line();
  std::string place(int line) const { return file_ + ":" + std::to_string(line); }

  std::string_view text_;
  std::string file_;
  size_t at_ = 0;
  int line_;
  RowBegin begin_;
};

}  // namespace whet
