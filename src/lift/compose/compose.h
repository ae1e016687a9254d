// What several launches compute together: reads of an array that an earlier launch wrote become what was written there.
//
//   forall r: m[r] = max(k: x[r, k])    forall r: s[r] = sum(k: exp(x[r, k] - m[r]))    forall r, k: y[r, k] = ...
//   ->  forall r, k: y[r, k] = exp(x[r, k] - max(...)) / sum(...)
//
// Arrays that are only between the launches disappear. Each launch runs after the one before has ended.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

// One launch, in the parameters of the whole.
struct LaunchedMeaning {
  Meaning meaning;
  std::string title;  // "launch 2 (`row_sums`)"
};

struct LaunchSequence {
  std::vector<LaunchedMeaning> launches;
  Names names;            // of the parameters of the whole
  std::set<int> scratch;  // arrays that hold nothing before the first launch and are forgotten after the last
  // Whether the meaning may have sums inside of others that would be computed again and again as it stands.
  bool repeats_sums = false;
};

// The meaning with what is passed in place of the kernel's parameters, and numbers in place of the launch's extents.
// An error: a struct is passed, one array is passed twice and written, or the meaning depends on more.
Result<Meaning> in_parameters_of_whole(Arena& arena, Meaning meaning, const std::vector<Expr>& passed,
                                       const std::map<Special, Expr>& extents);

// Every load of the result sees what memory held before the first launch. An error says what stands against it: places
// that index maps do not tell, elements that nobody wrote, sums that would be computed again and again.
Result<Meaning> compose(Arena& arena, const LaunchSequence& sequence);

}  // namespace whet::lift
