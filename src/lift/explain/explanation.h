// What is known of one kernel from its PTX: formula, class, work, remarks, and whether running it confirmed them. All
// as text and numbers that a report shows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lift/confirm/confirm.h"
#include "lift/formula/notation.h"
#include "lift/meaning/meaning.h"
#include "lift/reference/cpp_reference.h"
#include "lift/study/size_formula.h"

namespace whet::lift {

struct ExplainedArray {
  std::string name;
  bool is_written = false;
  int bytes = 0;          // of an element
  std::string elements;   // different ones, as an expression of the sizes
  std::string reuse;      // how often each is used: "N", "1"; empty: not a plain quotient
  bool is_bound = false;  // at most so many
};

struct ExplainedWork {
  std::string flops, additions, multiplications, divisions, comparisons;  // "2*M*N*K"; "0": none
  std::string integers;                                                   // operations on integer values
  std::vector<std::pair<std::string, std::string>> functions;             // name, number of calls
  std::string bytes;
  std::string elements;                // independent ones
  std::vector<ExplainedArray> arrays;  // reads, then writes
  bool is_bound = false;               // conditions may leave out some of it
  std::string open;                    // why there are no numbers; empty: there are
  std::optional<double> intensity;     // FLOP per byte where every size is 1024
};

// How much more the kernel does than the formula needs, at the first sizes that were run.
struct Redundancy {
  double needed_flops = 0, executed_flops = 0;
  double needed_read_bytes = 0, loaded_bytes = 0;

  static constexpr double k_notable = 1.05;  // times what is needed
  bool loads_more() const { return needed_read_bytes > 0 && loaded_bytes > k_notable * needed_read_bytes; }
  bool computes_more() const { return needed_flops > 0 && executed_flops > k_notable * needed_flops; }
};

// The work in the words of a problem: formulas of its sizes, which its expression language reads.
struct WorkFormulas {
  std::string flops, bytes;                             // empty: there is none
  bool is_flops_bound = false, is_bytes_bound = false;  // at most so many
};

struct Explanation {
  std::string kernel;                 // as the module names it
  std::vector<std::string> formulas;  // one per statement, in the form in which equal meanings are equal
  std::vector<WrittenFormula> shown;  // the same for readers; empty where they would be too long
  std::vector<std::string> layouts;   // "x[i, j] is x[n*i + j]"
  std::vector<std::string> patterns;  // one per kind of statement
  std::vector<int> product_operands;  // parameters whose elements a contraction multiplies
  std::vector<std::string> remarks;   // numerical
  std::vector<std::string> assumptions;
  ExplainedWork work;
  Confirmation confirmation;
  std::optional<Redundancy> redundancy;
  WorkFormulas formulas_of_work;  // where words for them were given
  std::string reference;          // C++, where it was asked for and the meaning is confirmed
  std::string no_reference;       // why there is none
  std::string gpu_reference;      // the same as a CUDA kernel; empty where there is no such form

  size_t formulas_length() const {
    size_t length = 0;
    for (const std::string& formula : formulas) length += formula.size();
    return length;
  }
};

struct ExplainRequest {
  std::string ptx;
  std::string kernel;                 // mangled
  std::vector<Parameter> parameters;  // from the source; empty: only PTX is known
  ConfirmOptions confirm;
  // The same kernel as users compile it: what is loaded or computed more than once is counted there. Asked only where
  // the code that was lifted does more than is needed. Empty: that code is all there is.
  std::function<Result<std::string>()> optimised_ptx = {};
  size_t node_budget = 300'000;
  std::optional<SizeWords> words;          // of a problem, for its [work]
  std::optional<ReferenceForm> reference;  // of a problem, for its [reference]
};

// An error names what is not modelled, and where.
Result<Explanation> explain(const ExplainRequest& request);

}  // namespace whet::lift
