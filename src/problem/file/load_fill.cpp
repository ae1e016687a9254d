// Reads what an array holds: `fill` and its keys.
#include <fmt/format.h>

#include "problem/file/load_sections.h"

namespace whet {

namespace {

Result<FillKind> load_fill_kind(const Section& section, ElementType type, const Problem& problem) {
  TRY(text, section.text("fill"));
  if (!text) return problem.generator.empty() ? default_fill(type) : FillKind::generated;
  if (*text == row_of(FillKind::generated).name && problem.generator.empty())
    return section.error("fill", "nothing generates the data", "add generate = \"inputs.py\" at the top of the file");
  std::vector<std::string> names;
  for (const FillRow& row : k_fills) {
    if (row.name == *text) return row.kind;
    names.emplace_back(row.name);
  }
  return section.error("fill", "there is no fill " + in_quotes(*text), did_you_mean(*text, names));
}

// A key of another fill is an error, because it would silently have no effect.
Result<void> check_fill_keys(const Section& section, const FillRow& chosen) {
  for (const FillRow& row : k_fills) {
    for (const std::string_view key : {row.first, row.second}) {
      if (key.empty() || !section.has(key) || key == chosen.first || key == chosen.second) continue;
      return section.error(key, fmt::format("`{}` means nothing to fill = \"{}\"", key, chosen.name),
                           fmt::format("write fill = \"{}\", or remove `{}`", row.name, key));
    }
  }
  if (section.has("offsets") && chosen.kind != FillKind::csr) {
    return section.error("offsets", fmt::format("`offsets` means nothing to fill = \"{}\"", chosen.name),
                         "write fill = \"csr\", or remove `offsets`");
  }
  if (section.has("file") && chosen.kind != FillKind::file) {
    return section.error("file", fmt::format("`file` means nothing to fill = \"{}\"", chosen.name),
                         "write fill = \"file\", or remove `file`");
  }
  return {};
}

Result<std::optional<uint64_t>> load_seed(const Section& section) {
  const TomlValue* value = section.find("seed");
  if (!value) return std::optional<uint64_t>();
  const auto seed = value->as_integer();
  if (!seed || *seed < 0) return section.error("seed", "`seed` is not a whole number from 0 on", "write seed = 1");
  return std::optional(static_cast<uint64_t>(*seed));
}

}  // namespace

Result<FillRule> load_fill(const Section& section, ElementType type, const Problem& problem) {
  FillRule fill;
  TRY(kind, load_fill_kind(section, type, problem));
  const FillRow& row = row_of(kind);
  TRY_VOID(check_fill_keys(section, row));
  fill.kind = kind;
  if (!row.first.empty()) {
    TRY(first, section.formula(row.first));
    fill.first = first;
  }
  if (!row.second.empty()) {
    TRY(second, section.formula(row.second));
    fill.second = second;
  }
  if (kind == FillKind::offsets && !fill.first)
    return section.error("fill", "fill = \"offsets\" has no `total`", "say where the last part ends: total = \"nnz\"");
  if (kind == FillKind::csr) {
    TRY(offsets, section.required_text("offsets", "\"row_offsets\""));
    fill.offsets = offsets;
  }
  if (kind == FillKind::file) {
    TRY(file, section.required_text("file", "\"data.bin\""));
    fill.file = file;
  }
  TRY(seed, load_seed(section));
  fill.seed = seed;
  return fill;
}

// Keys of a fill are an error for a scalar, which has `value`, and for an array that is not read.
Result<void> refuse_fill(const Section& section, const std::string& who, bool is_scalar) {
  std::vector<std::string_view> keys = {"fill", "file", "seed", "offsets"};
  for (const FillRow& row : k_fills) {
    for (const std::string_view key : {row.first, row.second}) {
      if (!key.empty() && !(is_scalar && key == "value")) keys.push_back(key);
    }
  }
  for (const std::string_view key : keys) {
    if (section.has(key))
      return section.error(key, fmt::format("{} takes no `{}`", who, key),
                           is_scalar ? "remove it, or add shape = [...]" : "remove it, or write role = \"inout\"");
  }
  return {};
}

}  // namespace whet
