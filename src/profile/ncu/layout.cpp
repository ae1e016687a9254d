#include "profile/ncu/layout.h"

#include <algorithm>
#include <utility>

#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_export =
    "give the output of `ncu --import REPORT --csv --page raw`, of `--page details`, or of `ncu --csv --metrics ...`";

std::optional<size_t> column(const std::vector<std::string>& header, std::string_view name) {
  const auto found = std::find(header.begin(), header.end(), name);
  return found == header.end() ? std::nullopt : std::optional<size_t>(found - header.begin());
}

// "`ID`, `Kernel Name`, ... and 40 more".
std::string listed_columns(const std::vector<std::string>& header) {
  constexpr size_t k_most = 12;
  std::vector<std::string> shown;
  for (const std::string& name : header) {
    if (shown.size() < k_most) shown.push_back(in_backquotes(trim(name)));
  }
  const std::string more = header.size() > k_most ? " and " + std::to_string(header.size() - k_most) + " more" : "";
  return join(shown, ", ") + more;
}

void find_columns(NcuLayout& layout) {
  const std::pair<std::optional<size_t>*, std::string_view> k_columns[] = {
      {&layout.id, "ID"},
      {&layout.process, "Process ID"},
      {&layout.kernel, "Kernel Name"},
      {&layout.block, "Block Size"},
      {&layout.grid, "Grid Size"},
      {&layout.device, "Device"},
      {&layout.capability, "CC"},
      {&layout.section, "Section Name"},
      {&layout.metric, "Metric Name"},
      {&layout.unit, "Metric Unit"},
      {&layout.value, "Metric Value"},
      {&layout.launches, "Invocations"},
      {&layout.rule, "Rule Name"},
      {&layout.rule_type, "Rule Type"},
      {&layout.rule_text, "Rule Description"},
      {&layout.speedup_type, "Estimated Speedup Type"},
      {&layout.speedup, "Estimated Speedup"},
  };
  for (const auto& [place, name] : k_columns) *place = column(layout.header, name);
}

Result<void> require(const std::optional<size_t>& place, std::string_view name, const NcuLayout& layout,
                     const std::string& where) {
  if (place) return {};
  return bad_input("the column `" + std::string(name) + "` is missing; there are " + listed_columns(layout.header),
                   where, std::string(k_export));
}

Result<void> check_lines(NcuLayout& layout, const std::string& where) {
  if (layout.launches) {
    layout.kind = NcuLayout::Kind::summary;
    layout.value = column(layout.header, "Average");
    TRY_VOID(require(layout.value, "Average", layout, where));
  } else {
    TRY_VOID(require(layout.id, "ID", layout, where));
    TRY_VOID(require(layout.value, "Metric Value", layout, where));
  }
  TRY_VOID(require(layout.kernel, "Kernel Name", layout, where));
  return require(layout.unit, "Metric Unit", layout, where);
}

Result<void> check_wide(NcuLayout& layout, const std::string& where) {
  layout.kind = NcuLayout::Kind::wide;
  for (size_t i = 0; i < layout.header.size(); ++i) {
    if (layout.header[i].find("__") != std::string::npos) layout.metrics.push_back(i);
  }
  if (!layout.kernel || layout.metrics.empty()) {
    return bad_input("this is no table of metrics by Nsight Compute; its columns are " + listed_columns(layout.header),
                     where, std::string(k_export));
  }
  return require(layout.id, "ID", layout, where);
}

bool is_table_header(const std::vector<std::string>& fields) {
  return column(fields, "Kernel Name") || column(fields, "Metric Name");
}

// What the profiler itself said, if there is no table: the first error, else the first warning.
std::string profiler_message(std::string_view text) {
  for (const std::string_view mark : {"==ERROR==", "==WARNING=="}) {
    const size_t at = text.find(mark);
    if (at == text.npos) continue;
    const std::string_view rest = text.substr(at);
    return std::string(trim(rest.substr(0, std::min(rest.find('\n'), size_t{300}))));
  }
  return "";
}

// Whether a spreadsheet wrote the table: "ID;Kernel Name;Metric Name", or with tabs.
bool has_other_separators(std::string_view text) {
  for (const std::string_view name : {"Kernel Name", "Metric Name"}) {
    const size_t at = text.find(name);
    if (at == text.npos) continue;
    std::string_view rest = text.substr(at + name.size(), 2);
    if (rest.starts_with('"')) rest.remove_prefix(1);
    if (rest.starts_with(';') || rest.starts_with('\t')) return true;
  }
  return false;
}

Error no_table(std::string_view text, const std::string& file) {
  if (has_other_separators(text)) {
    return bad_input("the columns are not separated by commas", file, "give the file as ncu --csv wrote it");
  }
  if (const std::string said = profiler_message(text); !said.empty()) {
    const bool permission = said.find("ERR_NVGPUCTRPERM") != said.npos;
    return bad_input("no kernel was profiled: the profiler says " + in_backquotes(said), file,
                     permission ? "profile as root, or let users read counters: "
                                  "https://developer.nvidia.com/ERR_NVGPUCTRPERM"
                                : std::string(k_export));
  }
  CsvReader reader(text, file);
  CsvRow row;
  const auto read = reader.next(row);
  if (read && *read) {
    return bad_input("this is no table of metrics by Nsight Compute; its columns are " + listed_columns(row.fields),
                     file + ":" + std::to_string(row.line), std::string(k_export));
  }
  return bad_input("the file has no table of Nsight Compute", file, std::string(k_export));
}

}  // namespace

size_t NcuLayout::least_fields() const {
  if (kind == Kind::wide) return header.size();
  return std::max({*kernel, *metric, *unit, *value}) + 1;
}

Result<NcuLayout> recognise_layout(const CsvRow& header, const std::string& file) {
  NcuLayout layout;
  layout.header = header.fields;
  find_columns(layout);
  const std::string where = file + ":" + std::to_string(header.line);
  TRY_VOID(layout.metric ? check_lines(layout, where) : check_wide(layout, where));
  return layout;
}

Result<NcuTable> find_table(std::string_view text, const std::string& file) {
  int line = 1;
  for (size_t at = 0; at < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view content = text.substr(at, end - at);
    if (content.ends_with('\r')) content.remove_suffix(1);
    at = std::min(end + 1, text.size());
    if (content.find(" Name") == content.npos) continue;
    CsvRow header{line, csv_fields(content)};
    if (!is_table_header(header.fields)) continue;
    TRY(layout, recognise_layout(header, file));
    const bool quoted = content.starts_with('"') && text.substr(at).starts_with('"');
    const RowBegin begin = quoted ? RowBegin::quote : RowBegin::anything;
    return NcuTable{std::move(layout), text.substr(at), line + 1, begin};
  }
  return no_table(text, file);
}

Result<bool> check_row(const CsvRow& row, const NcuLayout& layout, const std::string& file) {
  if (row.fields == layout.header) return false;
  const std::string where = file + ":" + std::to_string(row.line);
  if (is_table_header(row.fields)) {
    return bad_input("another table with other columns begins here", where, "give one table in each file");
  }
  const size_t count = row.fields.size();
  // A comma may end the row.
  const bool too_many = count > layout.header.size() + (row.fields.back().empty() ? 1 : 0);
  if (count >= layout.least_fields() && !too_many) return true;
  return bad_input(
      "the row has " + std::to_string(count) + " fields where the header has " + std::to_string(layout.header.size()),
      where, "write the table with ncu's `--log-file FILE`: this one was cut off, or a program printed into it");
}

}  // namespace whet
