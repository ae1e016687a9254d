// What the arrays of a described problem hold before the kernel runs, and which of them it reads and writes.
#pragma once

#include <string>
#include <vector>

#include "describe/shape_choice.h"

namespace whet {

// Sets the fills: places in other arrays are within them, offsets ascend, what the host clears is zero.
void plan_data(const HostFacts& facts, const ArrayFindings& findings, const ChosenShapes& shapes, Problem& problem,
               std::vector<std::string>& notes);

// The roles of arrays after runs with that data.
class RoleFinder {
 public:
  void add(const TouchedRun& run, const Problem& problem, const std::map<std::string, int64_t>& counts);
  // Read only: in. Every element written before it is read: out. Else inout.
  void apply(Problem& problem, const std::vector<std::string>& given_inout, std::vector<std::string>& notes) const;
  // "4 * n + 8 * n": the bytes of all arrays that were read or written, nearly whole; empty: of some only a part was.
  std::string bytes(const Problem& problem) const;

 private:
  struct Use {
    bool reads = false, writes = false, writes_all = true;
    double read_share = 1, written_share = 1;  // the largest of any run: a rim is small where sizes are not
    bool is_first = true;
  };
  std::map<std::string, Use> uses_;
};

}  // namespace whet
