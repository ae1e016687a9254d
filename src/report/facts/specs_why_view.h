// Why a hardware fact has its value: its source, and every value that disagrees.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hardware/gpu.h"
#include "report/canvas/canvas.h"
#include "util/result.h"
#include "util/text/json.h"

namespace whet {

struct SpecsWhyView {
  std::string subject;  // "H200 SXM 141GB", "compute capability 9.0"
  Fact fact;
  std::vector<Source> sources;  // those that the fact and its conflicts name
};

// Looks in the GPU's own facts first. An unknown fact is an error that lists similar names.
Result<SpecsWhyView> collect_why(const Gpu& gpu, std::string_view fact, const std::vector<Source>& sources);
Result<SpecsWhyView> collect_why(const FactSheet& capability, std::string_view fact,
                                 const std::vector<Source>& sources);

void render(const SpecsWhyView& view, Canvas& canvas);
Json to_json(const SpecsWhyView& view);

}  // namespace whet
