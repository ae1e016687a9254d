// A problem at one size: all extents, byte counts, scalars and launch shapes as numbers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"

namespace whet {

// A named number, in the order of the problem.
struct NamedNumber {
  std::string name;
  int64_t value = 0;
};

// One member of a struct, in its bytes.
struct ResolvedField {
  std::string name;
  ElementType type = ElementType::f32;
  uint64_t offset = 0, count = 1;
  double value = 0;   // rounded to its type; the same for all elements
  std::string array;  // the argument it points to; empty: it is a number
};

struct ResolvedArgument {
  std::string name;
  ElementType type = ElementType::f32;
  ArgumentRole role = ArgumentRole::in;
  bool is_scalar = false;
  std::vector<uint64_t> shape;  // outermost first
  uint64_t count = 1;           // elements
  uint64_t bytes = 0;
  double value = 0;                        // for a scalar: rounded to its type
  std::string encoded;                     // for a scalar: its bytes; pointers in a struct are 0
  std::vector<ResolvedField> fields = {};  // of a struct
  bool is_variable = false;                // it is a variable of the module
  FillPlan fill;                           // for an array that is read

  // For the problem's arrays; scratch is neither read nor written.
  bool is_read() const { return !is_scalar && (role == ArgumentRole::in || role == ArgumentRole::inout); }
  bool is_written() const { return !is_scalar && (role == ArgumentRole::out || role == ArgumentRole::inout); }
};

struct ResolvedLaunch {
  std::string entry;
  std::vector<size_t> arguments;  // indices into ResolvedCase::arguments, in the order of the parameters
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t shared_bytes = 0;  // dynamic
  bool cooperative = false;
  std::optional<std::array<uint32_t, 3>> cluster = {};  // blocks per cluster; absent: as the kernel declares
  bool is_default = false;                              // the problem gives no launch shape
  int line = 0;
};

struct ResolvedCase {
  std::string name;
  double weight = 1;
  bool held_out = false;
  bool special_values = false;  // as the problem declares
  bool allows_split = false;    // likewise: floats may be multiplied as split tf32 numbers
  std::vector<NamedNumber> dims, tunables;
  size_t own_arguments = 0;                 // how many of the first are the problem's own, in order
  std::vector<ResolvedArgument> arguments;  // followed by scratch, then by numbers that launches pass
  std::vector<ResolvedLaunch> launches;
  std::optional<double> flops, bytes;                       // declared work, or derived
  bool is_flops_derived = false, is_bytes_derived = false;  // from the kernel: nobody declared them
  uint64_t total_bytes = 0;                                 // of all arrays
};

struct ResolveOptions {
  std::map<std::string, int64_t> dims, tunables;  // override those of the case and the defaults
  std::optional<uint64_t> memory_limit_bytes;
  std::string memory_of = "the device";  // whose limit it is, for the error
};

// A tunable has the value that the source defines, or else the first one listed. Errors: sizes that are not positive
// integers, more memory than the limit, a launch that no GPU accepts, tunables that violate `where`.
Result<ResolvedCase> resolve_case(const Problem& problem, const ProblemCase& chosen,
                                  const ResolveOptions& options = {});

// Another kernel for the same problem, at the sizes of a case and with its arguments.
Result<ResolvedCase> resolve_like(const Problem& problem, const ResolvedCase& wanted);

// Parses "M=4096,N=1K"; errors name `flag` ("--dims") as their place. K, M and G are powers of 1024.
Result<std::map<std::string, int64_t>> parse_assignments(const std::string& text, const std::string& flag);

}  // namespace whet
