// Hardware facts: every value with its unit and source, conflicts and gaps kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "util/knowledge.h"
#include "util/result.h"

namespace whet {

using FactValue = std::variant<std::monostate, double, std::string, std::vector<double>>;  // monostate: unknown

struct Conflict {
  FactValue value;
  std::string source;
  std::string note;
};

struct Fact {
  std::string name;  // "l2"
  FactValue value;
  std::string unit;
  std::string source;   // "S20"; an unknown value may lack one
  std::string derived;  // formula when computed from sourced values
  std::string note;
  std::vector<Conflict> conflicts;

  bool known() const { return !std::holds_alternative<std::monostate>(value); }
  std::optional<double> number() const;
};

struct Source {
  std::string id, title, section, address, kind, trust;
};

// A figure somebody measured on a device, with the conditions.
struct Measurement {
  std::string device, capability, metric, unit, conditions, source, confidence;
  double value = 0;
};

// Facts filed under one name: a GPU product, or a compute capability ("9.0", "gfx942").
struct FactSheet {
  std::string id;    // "h200"; "9.0"
  std::string name;  // "H200 SXM 141GB"
  std::vector<std::string> aliases;
  std::vector<std::string> driver_names;  // what the driver calls it
  std::vector<Fact> facts;

  const Fact* find(std::string_view fact) const;
  std::optional<double> number(std::string_view fact) const;
};

// A GPU together with the facts of its architecture.
struct Gpu {
  FactSheet product;
  FactSheet capability;
};

// Reads knowledge/hardware/ on demand.
class Hardware {
 public:
  explicit Hardware(const Knowledge& knowledge) : knowledge_(knowledge) {}

  // By id, name, alias or driver name, exactly, case aside. Unknown: an error that lists near names.
  Result<Gpu> gpu(std::string_view name) const;
  // By "9.0" or "gfx942". Unknown: an error that lists what there is.
  Result<FactSheet> capability(std::string_view capability) const;
  Result<std::vector<FactSheet>> all_gpus() const;
  Result<std::vector<FactSheet>> all_capabilities() const;
  Result<std::vector<Source>> sources() const;
  Result<std::vector<Measurement>> measurements() const;

 private:
  const Knowledge& knowledge_;
};

}  // namespace whet
