// Hardware facts: every value has a unit and a source; conflicts and gaps are recorded too.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hardware/source.h"
#include "util/result.h"

namespace whet {

// monostate: unknown. A list gives the axes of one limit, or the variants of a product sold under one name.
using FactValue = std::variant<std::monostate, double, std::string, std::vector<double>, std::vector<std::string>>;

// The value as a single number; nothing for a list or a text.
std::optional<double> as_number(const FactValue& value);
// "60", "PCIe 5.0 x16", "1024, 1024, 64"; "unknown".
std::string value_text(const FactValue& value);
// Converts a TOML member: a number, a text, or a list of either.
Result<FactValue> parse_fact_value(const TomlValue& value, const std::string& file);

// Another published value for the same fact, in the same unit.
struct Conflict {
  FactValue value;
  std::string source;
  std::string note;
};

struct Fact {
  std::string name;  // "l2"
  FactValue value;
  std::string unit;     // "-" for a text
  std::string source;   // "S20"; empty only when the value is unknown
  std::string derived;  // formula, if computed from sourced values
  std::string note;
  std::vector<Conflict> conflicts;

  bool known() const { return !std::holds_alternative<std::monostate>(value); }
  std::optional<double> number() const { return as_number(value); }
};

// Facts of one GPU product or one compute capability ("9.0", "gfx942").
struct FactSheet {
  std::string id;    // "h200"; "9.0"
  std::string name;  // "H200 SXM 141GB"; "Hopper"
  std::vector<std::string> aliases;
  std::vector<std::string> driver_names;  // names that the driver reports
  std::vector<Fact> facts;                // in the order of the file

  const Fact* find(std::string_view fact) const;
  // Nothing when the fact is absent, unknown or not a single number.
  std::optional<double> number(std::string_view fact) const;
};

// Parses all facts of a sheet. It is an error when a value has no unit or source, or a source that is not in `sources`.
Result<std::vector<Fact>> parse_facts(std::string_view text, const SourceIds& sources, const std::string& file);

}  // namespace whet
