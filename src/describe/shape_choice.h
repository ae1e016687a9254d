// Chooses the shapes of a kernel's arrays: as the host allocates them where that is enough, else as the runs showed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "describe/array_probe.h"
#include "describe/host_facts.h"

namespace whet {

struct ChosenShapes {
  std::map<std::string, std::vector<std::string>> shapes;  // array -> extents, outermost first
  std::map<std::string, std::string> open;                 // array -> why none is known
  std::map<std::string, std::string> places;  // array that others lead into -> how many places it has: "rows"

  std::string elements(const std::string& array) const;  // "rows * cols"; empty: not known
};

// `plan` gets sizes that no parameter names, such as the number of entries of a sparse matrix.
ChosenShapes choose_shapes(const Problem& problem, const HostFacts& facts, const ArrayFindings& findings,
                           SizePlan& plan, std::vector<std::string>& notes);

// What the host says of an array, which may be a member of a struct.
const HostShape* host_shape(const HostFacts& facts, const Problem& problem, const std::string& array);

}  // namespace whet
