// Reads a struct that is passed by value: type = "struct", fields = [{ name, type, value }, ...].
#include <fmt/format.h>

#include "problem/file/load_sections.h"

namespace whet {

namespace {

constexpr int64_t k_most_elements = 4096;  // no launch passes more than 32764 bytes
constexpr int64_t k_most_alignment = 256;

// 0: the type's own alignment.
Result<uint64_t> load_alignment(const Section& section) {
  TRY(alignment, section.number("align"));
  const auto whole = static_cast<int64_t>(alignment.value_or(0));
  if (alignment &&
      (*alignment != static_cast<double>(whole) || whole < 1 || whole > k_most_alignment || (whole & (whole - 1)) != 0))
    return section.error("align", "`align` is not a power of two", "write align = 16");
  return static_cast<uint64_t>(whole);
}

Result<StructField> load_field(const TomlValue& table, const Section& owner, const std::string& name) {
  TRY(section, Section::open(table, "a field of " + in_quotes(name), owner.file(),
                             {"name", "type", "count", "value", "array", "align"}));
  StructField field;
  field.line = section.line();
  TRY(own_name, section.required_text("name", "\"dt\""));
  field.name = own_name;
  TRY_VOID(check_identifier(field.name, owner.file() + ":" + std::to_string(field.line)));
  TRY(array, section.text("array"));
  if (array) {
    for (const std::string_view key : {"type", "count", "value"}) {
      if (section.has(key))
        return section.error(key, fmt::format("a pointer takes no `{}`", key), "remove it: the array has a type");
    }
    field.array = *array;
    return field;
  }
  TRY(type, load_type(section));
  field.type = type;
  TRY(count, section.number("count"));
  if (count &&
      !(*count >= 1 && *count <= k_most_elements && *count == static_cast<double>(static_cast<int64_t>(*count))))
    return section.error("count", "`count` is not a whole number from 1 on", "write count = 3");
  field.count = static_cast<uint64_t>(count.value_or(1));
  TRY(value, section.formula("value"));
  field.value = value;
  TRY(alignment, load_alignment(section));
  field.alignment = alignment;
  return field;
}

}  // namespace

Result<void> load_struct(const Section& section, ProblemArgument& argument) {
  const TomlValue* fields = section.find("fields");
  if (!fields || !fields->as_array() || fields->as_array()->empty())
    return section.error("fields", fmt::format("struct {} has no list of fields", in_quotes(argument.name)),
                         "write fields = [{ name = \"dt\", type = \"f32\", value = 0.1 }, ...]");
  for (const TomlValue& table : *fields->as_array()) {
    TRY(field, load_field(table, section, argument.name));
    argument.fields.push_back(std::move(field));
  }
  TRY(alignment, load_alignment(section));
  argument.alignment = alignment;
  return {};
}

}  // namespace whet
