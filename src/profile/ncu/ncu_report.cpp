#include "profile/ncu/ncu_report.h"

#include "profile/ncu/page.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_utf8_mark = "\xEF\xBB\xBF";

Result<void> check_text(std::string_view text, const std::string& file) {
  if (text.size() > k_most_ncu_bytes) {
    return bad_input("the file has " + format_bytes(static_cast<double>(text.size())) + ", more than the limit of " +
                         format_bytes(k_most_ncu_bytes),
                     file, "profile fewer launches (--launch-count) or metrics (--metrics)");
  }
  if (trim(text).empty()) return bad_input("the file is empty", file, "write it with `ncu --csv --page raw`");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return bad_input("the file is UTF-16, as PowerShell's `>` writes it", file,
                     "write it with ncu's `--log-file FILE`, or convert it to UTF-8");
  }
  if (text.find('\0') == text.npos) return {};
  return bad_input("the file is binary, not a table of text", file,
                   text.starts_with("NVR") ? "give a report of Nsight Compute a name that ends in .ncu-rep"
                                           : "give the output of `ncu --csv --page raw`");
}

void see_numbers(const CsvRow& row, const NcuLayout& layout, DecimalEvidence& evidence) {
  if (layout.kind != NcuLayout::Kind::wide) return evidence.see(row.fields[*layout.value], row.line);
  for (const size_t i : layout.metrics) evidence.see(row.fields[i], row.line);
}

}  // namespace

Result<DecimalMark> decimal_mark(const NcuTable& table, const std::string& file) {
  CsvReader reader = table.reader(file);
  DecimalEvidence evidence;
  CsvRow row;
  while (true) {
    TRY(more, reader.next(row));
    if (!more) return evidence.decide(file);
    TRY(data, check_row(row, table.layout, file));
    if (data) see_numbers(row, table.layout, evidence);
  }
}

Result<std::vector<NcuLaunch>> read_ncu_launches(std::string_view text, const std::string& file,
                                                 const NcuNames& names) {
  if (text.starts_with(k_utf8_mark)) text.remove_prefix(k_utf8_mark.size());
  TRY_VOID(check_text(text, file));
  TRY(table, find_table(text, file));
  TRY(mark, decimal_mark(table, file));
  const NcuReading reading{names, file, mark};
  const bool wide = table.layout.kind == NcuLayout::Kind::wide;
  TRY(launches, wide ? read_wide_page(table, reading) : read_long_page(table, reading));
  if (!launches.empty()) return launches;
  return bad_input("the table has no row: no kernel was profiled", file + ":" + std::to_string(table.first_line - 1),
                   "profile a program that launches one, with a --kernel-name that fits");
}

Result<std::vector<Profile>> read_ncu_csv(std::string_view text, const std::string& file, const NcuNames& names) {
  TRY(launches, read_ncu_launches(text, file, names));
  std::vector<Profile> profiles;
  for (NcuLaunch& launch : launches) profiles.push_back(std::move(launch.profile));
  return profiles;
}

}  // namespace whet
