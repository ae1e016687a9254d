#include "vgpu/time/expansion.h"

#include <algorithm>

#include "util/text/toml.h"

namespace whet::vgpu {

namespace {

constexpr std::string_view k_file = "vgpu/expansion.toml";

struct PipeField {
  std::string_view key;
  double Expansion::* member;
};

constexpr PipeField k_pipes[] = {
    {"fp32", &Expansion::fp32},   {"int_multiply", &Expansion::int_multiply},
    {"alu", &Expansion::alu},     {"fp64", &Expansion::fp64},
    {"fp16", &Expansion::fp16},   {"special", &Expansion::special},
    {"lsu", &Expansion::lsu},     {"uniform", &Expansion::uniform},
    {"other", &Expansion::other},
};

Result<ExpansionRow> parse_row(const TomlValue& table, const std::string& file) {
  std::vector<std::string_view> known{"opcode", "types", "modifiers", "note"};
  for (const PipeField& pipe : k_pipes) known.push_back(pipe.key);
  TRY_VOID(check_keys(table, known, file));
  ExpansionRow row;
  TRY(opcode, required_string(table, "opcode", file));
  TRY(types, optional_strings(table, "types", file));
  TRY(modifiers, optional_strings(table, "modifiers", file));
  row = {std::move(opcode), std::move(types), std::move(modifiers), {}};
  for (const PipeField& pipe : k_pipes) {
    const TomlValue* value = table.find(pipe.key);
    if (!value) continue;
    const std::string place = file + ":" + std::to_string(value->line);
    if (!value->as_number() || *value->as_number() < 0) {
      return bad_input("`" + std::string(pipe.key) + "` is no count of instructions", place);
    }
    row.expansion.*pipe.member = *value->as_number();
  }
  return row;
}

bool fits(const ExpansionRow& row, const ptx::Instruction& in) {
  if (row.opcode != in.opcode) return false;
  const std::string type(ptx::name_of(in.type()));
  if (!row.types.empty() && std::find(row.types.begin(), row.types.end(), type) == row.types.end()) return false;
  return std::all_of(row.modifiers.begin(), row.modifiers.end(), [&](const std::string& m) { return in.has(m); });
}

}  // namespace

Expansion Expansions::of(const ptx::Instruction& instruction) const {
  for (const ExpansionRow& row : rows_) {
    if (fits(row, instruction)) return row.expansion;
  }
  return {.alu = 1};
}

Result<Expansions> parse_expansions(std::string_view text, const std::string& file) {
  TRY(root, parse_toml(text, file));
  TRY_VOID(check_keys(root, {"expand"}, file));
  const TomlValue* list = root.find("expand");
  if (!list || !list->as_array()) return bad_input("there is no [[expand]]", file);
  std::vector<ExpansionRow> rows;
  for (const TomlValue& table : *list->as_array()) {
    TRY(row, parse_row(table, file));
    rows.push_back(std::move(row));
  }
  return Expansions(std::move(rows));
}

Result<Expansions> load_expansions(const Knowledge& knowledge) {
  TRY(text, knowledge.read(k_file));
  return parse_expansions(text, std::string(k_file));
}

}  // namespace whet::vgpu
