#include "write/launcher/size_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/file/section.h"

namespace whet::write {

namespace {

// TOML's basic strings escape these two; no name has control characters.
std::string quoted_text(const std::string& text) {
  std::string result = "\"";
  for (const char each : text) {
    if (each == '"' || each == '\\') result += '\\';
    result += static_cast<unsigned char>(each) < ' ' ? ' ' : each;
  }
  return result + "\"";
}

Result<int64_t> size_in(const TomlValue& value, const std::string& name, const Section& row) {
  const auto size = value.as_integer();
  if (!size || *size < 0)
    return row.error(value.line, fmt::format("`{}` is no size", name), "give a whole number from 0 on");
  return *size;
}

Result<TableRow> read_row(const TomlValue& value, const std::string& file, bool is_nearest) {
  using Keys = std::vector<std::string_view>;
  TRY(row, Section::open(value, "[[row]]", file, is_nearest ? Keys{"at", "kernel"} : Keys{"up_to", "kernel"}));
  TableRow made;
  TRY(kernel, row.required_text("kernel", "kernel = \"dispatch_3.cu\", or \"original\""));
  made.kernel = kernel;
  if (const TomlValue* const up_to = row.find("up_to")) {
    TRY(size, size_in(*up_to, "up_to", row));
    made.up_to = size;
  }
  const TomlValue* const at = row.find("at");
  if (is_nearest && (!at || !at->as_table() || at->as_table()->empty()))
    return row.error("at", "a row says neither a range nor a size",
                     "add by = \"n\" above the rows and up_to to each, or at = { n = 4096 } to each");
  for (size_t i = 0; is_nearest && i < at->as_table()->size(); ++i) {
    const TomlMember& member = (*at->as_table())[i];
    TRY(size, size_in(member.value, member.key, row));
    made.at[member.key] = size;
  }
  return made;
}

bool have_same_names(const TableRow& a, const TableRow& b) {
  return std::equal(a.at.begin(), a.at.end(), b.at.begin(), b.at.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

// The file shows these in comments.
Result<void> check_texts(const SizeTable& table, const Section& root) {
  std::vector<std::string> texts = table.kernels();
  texts.insert(texts.end(), {table.times, table.by});
  for (const std::string& text : texts) {
    const bool is_plain =
        std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= ' ' && c != '\\' && c != 127; });
    if (!is_plain) return root.error(1, "a text has a backslash or a control character", "write it without");
  }
  return {};
}

Result<void> check_rows(const SizeTable& table, const Section& root) {
  if (table.rows.empty()) return root.error(1, "the table has no row", "add [[row]] with kernel = \"original\"");
  if (table.kernels().front() == k_original)
    return root.error(1, "the table keeps the original for every size", "launch that as before");
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const TableRow& row = table.rows[i];
    const bool is_last = i + 1 == table.rows.size();
    if (table.by.empty()) {
      if (!have_same_names(row, table.rows.front()))
        return root.error(1, fmt::format("row {} names other sizes than the first", i + 1),
                          "give every row the same names in `at`");
    } else if (row.up_to.has_value() == is_last) {
      return root.error(1, fmt::format("row {} of {} {} `up_to`", i + 1, table.rows.size(), is_last ? "has" : "lacks"),
                        "give it to every row but the last, which is for all sizes above");
    } else if (i > 0 && !is_last && *row.up_to <= *table.rows[i - 1].up_to) {
      return root.error(1, fmt::format("row {} ends at {}, before it begins", i + 1, *row.up_to),
                        "put the rows in the order of their sizes");
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> SizeTable::kernels() const {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const TableRow& row : rows) add(row.kernel);
  add(otherwise);
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name != k_original; });
  return names;
}

Result<SizeTable> parse_size_table(std::string_view text, const std::string& file) {
  TRY(document, parse_toml(text, file));
  TRY(root, Section::open(document, "a table by size", file, {"architecture", "otherwise", "times", "by", "row"}));
  SizeTable table;
  TRY(otherwise, root.text("otherwise"));
  TRY(times, root.text("times"));
  TRY(by, root.text("by"));
  table.otherwise = otherwise.value_or("");
  table.times = times.value_or("");
  table.by = by.value_or("");
  if (const TomlValue* const architecture = root.find("architecture")) {
    const auto number = architecture->as_integer();
    if (!number || *number < 10 || *number > 9999 || table.otherwise.empty())
      return root.error("architecture", "the table does not say for which GPU it is, and what others run",
                        "write architecture = 90 for sm_90, and otherwise = \"original\"");
    table.architecture = static_cast<int>(*number);
  }
  TRY(rows, tables_of(root, "row"));
  for (const TomlValue* const each : rows) {
    TRY(row, read_row(*each, file, table.by.empty()));
    table.rows.push_back(std::move(row));
  }
  TRY_VOID(check_rows(table, root));
  TRY_VOID(check_texts(table, root));
  if (table.architecture == 0) table.otherwise.clear();
  return table;
}

std::string toml_of(const SizeTable& table) {
  std::string text;
  if (table.architecture > 0)
    text += fmt::format("architecture = {}\notherwise = {}\n", table.architecture, quoted_text(table.otherwise));
  if (!table.times.empty()) text += fmt::format("times = {}\n", quoted_text(table.times));
  if (!table.by.empty()) text += fmt::format("by = {}\n", quoted_text(table.by));
  for (const TableRow& row : table.rows) {
    text += "\n[[row]]\n";
    if (row.up_to) text += fmt::format("up_to = {}\n", *row.up_to);
    std::string sizes;
    for (const auto& [name, size] : row.at) sizes += fmt::format("{}{} = {}", sizes.empty() ? "" : ", ", name, size);
    if (!sizes.empty()) text += fmt::format("at = {{ {} }}\n", sizes);
    text += fmt::format("kernel = {}\n", quoted_text(row.kernel));
  }
  return text;
}

}  // namespace whet::write
