// One call of a candidate: what it is given, where, and what a wrong answer to it means.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "problem/data/resolve.h"
#include "problem/data/variant.h"
#include "util/system/files.h"

namespace whet {

struct PatchSheet;

// What an input holds in a trial.
struct DataRange {
  std::string name;          // of the argument
  double low = 0, high = 0;  // of its finite values
  bool has_special = false;  // NaN or infinities beside them
};

// Whether the original was seen to be right in a trial that not every problem gives a meaning to.
struct Admission {
  bool is_known = false, is_given = false;
  std::string why_not;
};

struct Trial {
  std::string name;  // "new contents"
  std::string what;  // "other data at the same addresses"
  std::shared_ptr<const ResolvedCase> resolved;
  std::vector<std::string> inputs;  // of the problem's own arguments that are read
  std::shared_ptr<const std::vector<std::vector<double>>> answer = nullptr;  // the right outputs, where they are known
  bool moved = false;                       // to other addresses, that are multiples of 16 and of no more
  bool stale = false;                       // outputs and scratch begin with what the trial before left there
  int calls = 1;                            // the last one's outputs are compared
  std::optional<DataVariant> variant = {};  // harder data: where the original is wrong too, a candidate may be as wrong
  std::shared_ptr<Admission> admission =
      nullptr;          // of a trial that is made only where the original is right; else nullptr
  bool is_held = true;  // what comes out wrong is held against a candidate; else it is told
  // Asked beyond the class where the original comes well within it: a share of the values so small that nothing can be
  // left out of a sum.
  std::optional<double> strict_share = {};
  std::vector<DataRange> ranges = {};
  uint64_t secret = 0;                                  // of its data
  double reach = 0;                                     // of a variant that has one (problem/variant.h); else 0
  std::shared_ptr<const PatchSheet> patches = nullptr;  // what its arrays are patched together from; else nullptr
  // What the problem is, as its answers show: each result depends on the inputs at its own place alone, and scales by a
  // power of what the data is scaled by.
  bool is_pointwise = false, is_even = false;
};

// How thoroughly a case is tried.
enum class Effort : uint8_t { quick, full };

// What the trials that grow with the problem or the candidate may cost; judge/policy.h has the table.
struct TrialBudget {
  uint64_t longest_row_of_cells = 128;  // rows up to this length get a lone value in each cell, longer ones in so many
  uint64_t cell_elements = 1 << 20;     // of all arrays and calls of that
  uint64_t patch_elements = 3 << 19;    // of all calls with patched arrays, at the smallest case
  uint64_t code_values = 64;            // constants of a candidate's code that become data
  uint64_t code_places = 8;             // calls with lone values where its code looks
};

struct TrialPlan {
  uint64_t secret = 0;  // seeds all data of the session
  Effort effort = Effort::full;
  int many_calls = 24;        // of the trial for kernels that change their ways after some calls; 0: without it
  bool varies_order = false;  // the device runs blocks of later calls in other orders
  bool every_kind = true;     // those too that are asked at one case alone
  TrialBudget budget = {};
};

// Of what memory and registers of a virtual GPU hold before they are written: nothing a candidate could know.
uint64_t memory_seed(uint64_t secret);

// "in -12.9 to 192, gain 1 to 1": what the inputs of a trial hold.
std::string ranges_text(const std::vector<DataRange>& ranges);

// What the arrays of a trial hold.
std::vector<DataRange> ranges_of(const ResolvedCase& resolved, const std::vector<std::string>& inputs);

// A trial that has a reach, with its values taken elsewhere; nothing where the problem's data would stay as it is.
std::optional<Trial> at_reach(const Trial& trial, const std::vector<std::string>& plain, double reach);

// The trials of a case in the order to make them. A wrong answer in a later one says more when those before it passed.
Result<std::vector<Trial>> make_trials(const ResolvedCase& resolved, const TrialPlan& plan, const FileSystem& files);

}  // namespace whet
