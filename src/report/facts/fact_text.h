// Hardware facts as text and JSON, for all views of `whet specs`.
#pragma once

#include <string>

#include "hardware/fact_sheet.h"
#include "util/text/json.h"

namespace whet {

// "60 MiB"; "PCIe 5.0 x16"; "unknown".
std::string fact_text(const FactValue& value, const std::string& unit);

// Unknown becomes null; whole numbers have no fraction.
Json value_json(const FactValue& value);
Json fact_json(const Fact& fact);
Json source_json(const Source& source);

}  // namespace whet
