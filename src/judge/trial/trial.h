// One call of a candidate: its data, where it is placed, and what a wrong answer means.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/data/array_math.h"
#include "problem/data/resolve.h"
#include "problem/data/variant.h"
#include "util/system/files.h"

namespace whet {

struct PatchSheet;

// The values of an input in a trial.
struct DataRange {
  std::string name;          // of the argument
  double low = 0, high = 0;  // of its finite values
  bool has_special = false;  // it also has NaN or infinities
};

// Whether the original was found right in a trial whose data is not meaningful for every problem.
struct Admission {
  bool is_known = false, is_given = false;
  std::string why_not;
};

struct Trial {
  std::string name;  // "new contents"
  std::string what;  // "other data at the same addresses"
  std::shared_ptr<const ResolvedCase> resolved;
  ArrayContents inputs;                                  // of the problem's own arguments that are read
  std::shared_ptr<const NumberArrays> answer = nullptr;  // the expected outputs, if known
  bool moved = false;                              // to other addresses: multiples of 16, but of no larger power of two
  bool stale = false;                              // outputs and scratch begin with what the trial before left there
  int calls = 1;                                   // only the outputs of the last call are compared
  std::optional<DataVariant> variant = {};         // harder data: a candidate may be as wrong as the original
  std::shared_ptr<Admission> admission = nullptr;  // set if the trial is made only where the original is right
  bool is_held = true;                             // a wrong result makes the candidate wrong; else it is only reported
  // A stricter tolerance than the class's, used where the original meets it: a share of the values that is so small
  // that no term can be missing from a sum.
  std::optional<double> strict_share = {};
  uint64_t secret = 0;                                  // seeds its data
  double reach = 0;                                     // for variants that have one (problem/data/variant.h); else 0
  std::shared_ptr<const PatchSheet> patches = nullptr;  // how its arrays are patched together; else nullptr
  // Properties of the problem, as its answers show: each result depends only on the inputs at its own place; results
  // scale by a power of the factor that the data is scaled by.
  bool is_pointwise = false, is_even = false;
};

// How thoroughly a case is tried.
enum class Effort : uint8_t { quick, full };

// Limits for trials that grow with the problem or the candidate; judge/check/policy.h has the values in use.
struct TrialBudget {
  uint64_t longest_row_of_cells = 128;  // shorter rows get a lone value in each cell, longer ones in this many
  uint64_t cell_elements = 1 << 20;     // sum over all arrays and calls of these trials
  uint64_t patch_elements = 3 << 19;    // sum over all calls with patched arrays, at the smallest case
  uint64_t least_patched_calls = 1;     // whatever they cost
  uint64_t code_values = 64;            // constants of a candidate's code that are used as data
  uint64_t code_places = 8;             // calls with lone values at places from its code
};

struct TrialPlan {
  uint64_t secret = 0;  // seeds all data of the session
  Effort effort = Effort::full;
  int many_calls = 24;        // calls of the trial that finds kernels which change their behaviour; 0: no such trial
  bool varies_order = false;  // the device runs the blocks of later calls in other orders
  bool every_kind = true;     // also those that are made at one case only
  TrialBudget budget = {};
};

// The seed of what memory and registers of a virtual GPU hold before they are written; unknown to candidates.
uint64_t memory_seed(uint64_t secret);

// "in -12.9 to 192, gain 1 to 1": the values of a trial's inputs.
std::string ranges_text(const std::vector<DataRange>& ranges);

// The values of the arrays of a trial; what was found is noted with the contents.
Result<std::vector<DataRange>> ranges_of(const Trial& trial, ArrayMath& arrays);

// A trial that has a reach, at another reach; nothing if the problem's data would not change.
std::optional<Trial> at_reach(const Trial& trial, const ArrayContents& plain, double reach);

// "digits beyond tf32": of products that are summed from split numbers, what tells them from products of rounded ones.
// A rounding error of each value is as large as it can be and all have one direction, so that no sum averages them out.
inline constexpr std::string_view k_digits_trial = "digits beyond tf32";

// The trials of a case in the order to make them. A failure in a later trial says more because the earlier ones passed.
Result<std::vector<Trial>> make_trials(const ResolvedCase& resolved, const TrialPlan& plan, const FileSystem& files);

}  // namespace whet
