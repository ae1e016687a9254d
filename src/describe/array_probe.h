// What a kernel's arrays are, found by running it at several sizes with arrays larger than it needs: their extents as
// formulas of the sizes, and which arrays hold places in others.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "describe/size_fit.h"
#include "describe/size_plan.h"
#include "describe/touched_run.h"

namespace whet {

// An integer array whose values lead into another.
struct IndexFinding {
  std::string array, into;
  bool is_offsets = false;  // neighbours delimit a part of the other array
  bool is_written = false;  // the other array is written there
  int64_t stride = 1;       // elements of the other array from one value to the next
  std::string stride_text;  // the same as a size, or the number
  std::string places = {};  // how many values lead to a place of their own, a size or a number: with others the kernel
                            // wraps around or does nothing; empty: no end was found
};

// An integer array whose values choose an element of a row that the kernel uses anyway, as labels do.
struct RowPlace {
  std::string array;
  std::string places;  // how many elements a row has, a size or a number
};

struct ProbedArray {
  std::optional<FittedSize> size;  // nothing: no formula fits, or its values decide
  std::vector<int64_t> seen;       // elements used, in each run
};

struct ArrayFindings {
  std::map<std::string, ProbedArray> arrays;
  std::vector<IndexFinding> indices;
  std::vector<RowPlace> row_places;
  std::vector<std::map<std::string, int64_t>> sizes;  // of each run
  std::vector<std::vector<NamedNumber>> dims;         // of each run, with formulas
  int64_t step = 1;  // the kernel stays in its arrays only where sizes are multiples of this
  SizeOrder order = SizeOrder::as_named;
  bool is_costly = false;  // its runs take long: it was tried at tiny sizes
  bool is_near = false;    // it was tried at sizes near those that the user gave: at others it stops
  std::string stopped;     // why there are no findings; empty: there are
};

// `problem` has arrays that are larger than any use, all of them inout. Sizes are multiples of `step`, or of more where
// the kernel needs it.
ArrayFindings probe_arrays(const Problem& problem, const SizePlan& plan, int64_t step, TouchedRuns& runs,
                           const FileSystem& files);

// All arrays filled with ones, integers with zeros, and inout.
Problem with_plain_data(Problem problem);

}  // namespace whet
