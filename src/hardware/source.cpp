#include "hardware/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "hardware/place.h"
#include "util/text.h"

namespace whet {

namespace {

Result<Source> parse_source(const std::string& id, const TomlValue& table, const std::string& file) {
  if (!table.as_table())
    return bad_input(fmt::format("source `{}` is not a table", id), place(file, table), "write [" + id + "]");
  TRY_VOID(check_keys(table, {"title", "section", "address", "kind", "trust"}, file));
  TRY(title, required_string(table, "title", file));
  TRY(section, required_string(table, "section", file));
  TRY(address, optional_string(table, "address", file));
  TRY(kind, required_string(table, "kind", file));
  TRY(trust, required_string(table, "trust", file));
  return Source{id, title, section, address, kind, trust};
}

}  // namespace

Result<std::vector<Source>> parse_sources(std::string_view text, const std::string& file) {
  TRY(root, parse_toml(text, file));
  std::vector<Source> sources;
  for (const auto& [id, table] : *root.as_table()) {
    TRY(source, parse_source(id, table, file));
    sources.push_back(std::move(source));
  }
  return sources;
}

SourceIds scan_source_ids(std::string_view text) {
  SourceIds ids;
  for (const std::string_view raw : split(text, '\n')) {
    const std::string_view line = trim(raw);
    if (line.size() > 2 && line.front() == '[' && line.back() == ']') ids.emplace_back(line.substr(1, line.size() - 2));
  }
  return ids;
}

Result<std::string> read_source(const TomlValue& table, const SourceIds& known, const std::string& file) {
  const TomlValue* member = table.find("source");
  if (!member) {
    return bad_input("the value has no source", place(file, table),
                     "add source = \"...\", an id of hardware/sources.toml");
  }
  TRY(id, required_string(table, "source", file));
  if (std::find(known.begin(), known.end(), id) == known.end()) {
    return bad_input(fmt::format("unknown source `{}`", id), place(file, *member),
                     fmt::format("add [{}] to hardware/sources.toml, or name one that is there", id));
  }
  return id;
}

}  // namespace whet
