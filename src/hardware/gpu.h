// GPUs by name: a product's facts together with those of its architecture.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/fact_sheet.h"
#include "hardware/measured_ceilings.h"
#include "hardware/measurement.h"
#include "hardware/names.h"
#include "hardware/source.h"
#include "util/result.h"
#include "util/system/knowledge.h"

namespace whet {

struct Gpu {
  FactSheet product;
  FactSheet capability;
  std::optional<MeasuredCeilings> measured = {};  // of this very device, by `whet calibrate`
};

// Reads knowledge/hardware/ on demand: a lookup parses the names and two sheets only.
class Hardware {
 public:
  explicit Hardware(const Knowledge& knowledge) : knowledge_(knowledge) {}

  // Finds a GPU by its exact id, name, alias or driver name, ignoring case. The error for an unknown name lists similar
  // ones.
  Result<Gpu> gpu(std::string_view name) const;
  // By "9.0", "sm_90" or "gfx942". The error for an unknown one lists all.
  Result<FactSheet> capability(std::string_view capability) const;
  Result<std::vector<FactSheet>> all_gpus() const;
  Result<std::vector<FactSheet>> all_capabilities() const;
  Result<std::vector<Source>> sources() const;
  Result<std::vector<Measurement>> measurements() const;
  Result<std::vector<Curve>> curves() const;

 private:
  Result<Names> names() const;
  Result<SourceIds> source_ids() const;
  Result<FactSheet> sheet(std::string_view folder, const Name& name) const;

  const Knowledge& knowledge_;
};

}  // namespace whet
