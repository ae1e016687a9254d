// Hardware facts: every value with its unit and source, conflicts and gaps kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hardware/source.h"
#include "util/result.h"

namespace whet {

// monostate: unknown. A list holds the axes of one limit, or the variants of a product sold under one name.
using FactValue = std::variant<std::monostate, double, std::string, std::vector<double>, std::vector<std::string>>;

// The one number it is, or nothing: a list or a text is none.
std::optional<double> as_number(const FactValue& value);
// "60", "PCIe 5.0 x16", "1024, 1024, 64"; "unknown".
std::string value_text(const FactValue& value);
// The value of a TOML member: a number, a text, or a list of either.
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
  std::string derived;  // formula when computed from sourced values
  std::string note;
  std::vector<Conflict> conflicts;

  bool known() const { return !std::holds_alternative<std::monostate>(value); }
  std::optional<double> number() const { return as_number(value); }
};

// Facts filed under one name: a GPU product, or a compute capability ("9.0", "gfx942").
struct FactSheet {
  std::string id;    // "h200"; "9.0"
  std::string name;  // "H200 SXM 141GB"; "Hopper"
  std::vector<std::string> aliases;
  std::vector<std::string> driver_names;  // what the driver calls it
  std::vector<Fact> facts;                // in the order of the file

  const Fact* find(std::string_view fact) const;
  // Nothing when the fact is absent, unknown or not one number.
  std::optional<double> number(std::string_view fact) const;
};

// Every fact of one sheet. A value without unit or source, or with a source that is not among `sources`, does not load.
Result<std::vector<Fact>> parse_facts(std::string_view text, const SourceIds& sources, const std::string& file);

}  // namespace whet
