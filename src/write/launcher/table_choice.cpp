#include "write/launcher/table_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace whet::write {

namespace {

size_t index_of(const SizeTable& table, const std::string& kernel) {
  const auto names = table.kernels();
  return static_cast<size_t>(std::find(names.begin(), names.end(), kernel) - names.begin());
}

// Sizes that are the same in all rows bring none of them nearer.
std::vector<std::string> deciding_sizes(const SizeTable& table) {
  if (!table.by.empty()) return table.rows.size() > 1 ? std::vector{table.by} : std::vector<std::string>();
  std::vector<std::string> names;
  for (const auto& [name, size] : table.rows.front().at) {
    const bool differs =
        std::any_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) { return row.at.at(name) != size; });
    if (differs) names.push_back(name);
  }
  return names;
}

Result<std::string> variable_of(const std::string& name, HostSizes& sizes) {
  TRY(formula, Expression::parse(name));
  auto text = sizes.number(formula);
  if (text) return text;
  return bad_input(fmt::format("the table asks for the size `{}`, which the problem does not have", name), {},
                   "name sizes of [dims]");
}

void write_query(const SizeTable& table, Lines& lines) {
  lines.add(fmt::format("// The table is of sm_{}: on other GPUs one kernel serves all sizes.", table.architecture));
  lines.add("int device = 0, major = 0, minor = 0;");
  lines.add("cudaError_t error = cudaGetDevice(&device);");
  for (const char* const part : {"major", "minor"}) {
    lines.add("if (error == cudaSuccess)");
    lines.add(fmt::format("  error = cudaDeviceGetAttribute(&{0}, cudaDevAttrComputeCapability{1}{2}, device);", part,
                          part[0] == 'm' && part[1] == 'a' ? "Ma" : "Mi", std::string_view(part).substr(2)));
  }
  lines.add("if (error != cudaSuccess) return error;");
}

void write_ranges(const SizeTable& table, const std::string& size, Lines& lines) {
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const TableRow& row = table.rows[i];
    const std::string condition = row.up_to ? fmt::format("if ({} <= {})", size, *row.up_to) : "";
    const std::string before = i == 0 ? "" : row.up_to ? "else " : "else";
    if (!(before + condition).empty()) lines.add(before + condition);
    lines.add(fmt::format("{}kernel = {};", (before + condition).empty() ? "" : "  ", index_of(table, row.kernel)));
  }
}

// The smallest distance of logarithms wins, the first of equals.
void write_nearest(const SizeTable& table, const std::vector<std::string>& names,
                   const std::vector<std::string>& variables, Lines& lines) {
  lines.add("const auto apart = [](double size, double other) {");
  lines.add("  const double factor = std::log2(size < 1 ? 1 : size) - std::log2(other < 1 ? 1 : other);");
  lines.add("  return factor * factor;");
  lines.add("};");
  lines.add("double least = HUGE_VAL;");
  for (const TableRow& row : table.rows) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < names.size(); ++i)
      parts.push_back(fmt::format("apart((double){}, {})", variables[i], row.at.at(names[i])));
    lines.open(fmt::format("if (const double distance = {}; distance < least)", join(parts, " + ")));
    lines.add("least = distance;");
    lines.add(fmt::format("kernel = {};", index_of(table, row.kernel)));
    lines.close();
  }
}

}  // namespace

Result<void> write_choice(const SizeTable& table, HostSizes& sizes, Lines& lines) {
  const auto names = deciding_sizes(table);
  std::vector<std::string> variables;
  for (const std::string& name : names) {
    TRY(variable, variable_of(name, sizes));
    variables.push_back(std::move(variable));
  }
  for (const HostSize& each : sizes.sizes())
    lines.add(fmt::format("const long long {} = {};", each.variable, each.parameter));
  if (table.architecture > 0) write_query(table, lines);
  const std::string& first = table.architecture > 0 ? table.otherwise : table.rows.front().kernel;
  lines.add(fmt::format("int kernel = {};", index_of(table, first)));
  if (table.architecture > 0) lines.open(fmt::format("if (10 * major + minor == {})", table.architecture));
  if (names.empty())
    lines.add(fmt::format("kernel = {};", index_of(table, table.rows.front().kernel)));
  else if (!table.by.empty())
    write_ranges(table, variables.front(), lines);
  else
    write_nearest(table, names, variables, lines);
  if (table.architecture > 0) lines.close();
  return {};
}

std::vector<std::string> choice_in_words(const SizeTable& table) {
  std::vector<std::string> words;
  for (const TableRow& row : table.rows) {
    std::vector<std::string> sizes;
    for (const auto& [name, size] : row.at) sizes.push_back(fmt::format("{}={}", name, size));
    std::string when = row.up_to ? fmt::format("{} <= {}", table.by, *row.up_to) : "all sizes";
    if (!row.up_to && table.rows.size() > 1) when = table.by.empty() ? "near " + join(sizes, ", ") : "above";
    words.push_back(fmt::format("{}: {}", when, row.kernel));
  }
  if (table.architecture > 0)
    words.push_back(fmt::format("other GPUs than sm_{}: {}", table.architecture, table.otherwise));
  return words;
}

bool uses_logarithms(const SizeTable& table) {
  return table.by.empty() && !deciding_sizes(table).empty();
}

}  // namespace whet::write
