#include "profile/ncu/csv.h"

#include <algorithm>

namespace whet {

namespace {

// No table of Nsight Compute comes near it; without a limit a hostile line of commas would take gigabytes.
constexpr size_t k_most_fields = 1 << 16;

}  // namespace

std::vector<std::string> csv_fields(std::string_view line) {
  CsvRow row;
  const auto read = CsvReader(line, "").next(row);
  return read && *read ? row.fields : std::vector<std::string>{};
}

std::string in_backquotes(std::string_view text) {
  constexpr size_t k_longest = 80;
  std::string shown(text.substr(0, k_longest));
  std::replace_if(shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return "`" + shown + (text.size() > k_longest ? "...`" : "`");
}

bool CsvReader::at_line_end() const {
  if (at_ == text_.size() || text_[at_] == '\n') return true;
  return text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n');
}

void CsvReader::end_line() {
  if (at_ < text_.size() && text_[at_] == '\r') ++at_;
  if (at_ < text_.size()) ++at_;
  ++line_;
}

// True when a row begins here.
bool CsvReader::skip_noise() {
  while (at_ < text_.size()) {
    const bool noise =
        text_.substr(at_).starts_with("==") || (begin_ == RowBegin::quote && text_[at_] != '"' && !at_line_end());
    if (noise) at_ = std::min(text_.find('\n', at_), text_.size());
    if (!at_line_end()) return true;
    end_line();
  }
  return false;
}

Result<bool> CsvReader::next(CsvRow& row) {
  row.fields.clear();
  if (!skip_noise()) return false;
  row.line = line_;
  while (true) {
    if (row.fields.size() == k_most_fields) {
      return bad_input("the row has more than " + std::to_string(k_most_fields) + " fields", place(row.line),
                       "collect fewer metrics");
    }
    TRY_VOID(read_field(row.fields.emplace_back()));
    if (at_line_end()) break;
    ++at_;  // the comma
  }
  end_line();
  return true;
}

// Reads up to a comma or the end of the line.
Result<void> CsvReader::read_field(std::string& field) {
  if (at_ < text_.size() && text_[at_] == '"') return read_quoted(field);
  const size_t begin = at_;
  while (!at_line_end() && text_[at_] != ',') {
    if (text_[at_] == '"') {
      return bad_input("a quote stands inside a field that is not quoted", place(line_),
                       "export the table again with ncu --csv");
    }
    ++at_;
  }
  field = text_.substr(begin, at_ - begin);
  return {};
}

Result<void> CsvReader::read_quoted(std::string& field) {
  const int first = line_;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"' && text_.substr(at_ + 1, 1) != "\"") break;
    if (text_[at_] == '"') ++at_;
    line_ += text_[at_] == '\n';
    field += text_[at_];
  }
  if (at_ == text_.size()) {
    return bad_input("the file ends inside quotes that were opened here, so it was cut off", place(first),
                     "export the table again with ncu --csv");
  }
  ++at_;
  if (at_line_end() || text_[at_] == ',') return {};
  return bad_input("text follows a closing quote without a comma", place(line_),
                   "export the table again with ncu --csv");
}

}  // namespace whet
