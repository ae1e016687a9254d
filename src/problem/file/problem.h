// A problem: a kernel, its inputs, what it must compute, and the sizes it runs at. docs/problem.md has the format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "problem/file/additions.h"
#include "problem/file/fill.h"
#include "problem/file/formula.h"
#include "problem/numbers/element_type.h"
#include "problem/numbers/precision.h"
#include "util/result.h"
#include "util/system/files.h"

namespace whet {

enum class ArgumentRole : uint8_t { in, out, inout, scratch };
std::string_view name_of(ArgumentRole role);

// One member of a struct that is passed by value.
struct StructField {
  std::string name;
  ElementType type = ElementType::f32;
  uint64_t count = 1;            // of an array member
  std::optional<Formula> value;  // absent: the number of its name
  std::string array;             // the argument that this member points to; empty: it is a number
  uint64_t alignment = 0;        // of a vector member; 0: that of its type
  int line = 0;
};

// An array (which has a shape), a scalar or a struct.
struct ProblemArgument {
  std::string name;
  ElementType type = ElementType::f32;
  ArgumentRole role = ArgumentRole::in;
  std::vector<Formula> shape;       // outermost first; empty: a scalar
  std::optional<Formula> value;     // for a scalar; absent: the number of its name
  FillRule fill;                    // for an array that is read
  std::vector<StructField> fields;  // for a struct, whose type is u8; empty: not a struct
  uint64_t alignment = 0;           // of a struct; 0: that of its members
  bool is_variable = false;  // a __constant__ or __device__ variable of the module, which is written instead of passed
  int line = 0;

  bool is_struct() const { return !fields.empty(); }
  bool is_scalar() const { return shape.empty(); }
};

// An argument of a launch: an argument or scratch buffer by name, or a number.
struct LaunchArgument {
  std::string name;
  std::optional<ProblemArgument> number;
  int line = 0;
};

struct ProblemLaunch {
  std::string entry;                                     // "transpose", "reduce<256>"
  std::optional<std::vector<LaunchArgument>> arguments;  // absent: all of the problem, in order
  std::vector<Formula> grid, block;                      // one to three each; empty: the default
  std::optional<Formula> shared;                         // dynamic shared memory in bytes
  bool cooperative = false;
  std::vector<Formula> cluster;  // blocks per cluster, one to three extents; empty: as the kernel declares
  int line = 0;
};

struct Dimension {
  std::string name;
  Formula value;  // may use the dimensions before it
};

// A number that the tuner may vary.
struct Tunable {
  std::string name;
  std::vector<int64_t> values;  // at least one
  int line = 0;
};

struct ProblemDefine {
  std::string name;
  std::string text;              // as passed to the compiler
  std::optional<double> number;  // if expressions may use it
  int line = 0;
};

struct ReferenceFile {
  enum class Kind : uint8_t { none, cpp, python, kernel } kind = Kind::none;
  std::string file;  // path; empty for Kind::none
  std::string entry = "reference";
  int line = 0;
  std::string gpu;  // path of a kernel that answers on a GPU where `file` takes too long; empty: none
  int gpu_line = 0;
};

struct ProblemCase {
  std::string name;  // "default", "rows=1023,cols=777"
  std::vector<std::pair<std::string, int64_t>> dims;
  double weight = 1;
  bool held_out = false;  // judged, but never tuned on
  int line = 0;
};

struct Problem {
  std::string file;       // path of problem.toml, as used in errors
  std::string directory;  // of `file`; the problem's paths are relative to it
  std::string kernel;     // path
  std::string source;     // of the kernel; empty after parse_problem
  std::string entry;      // as written; set by load_problem if it was empty
  int kernel_line = 0, entry_line = 0;
  bool is_host_function = false;  // the entry is called, not launched
  bool is_candidate = false;      // another source in place of the problem's own
  std::vector<Dimension> dims;
  std::vector<ProblemArgument> arguments, scratch;
  std::vector<ProblemLaunch> launches;  // at least one, unless the entry is a host function
  std::vector<Tunable> tunables;
  std::vector<Formula> constraints;  // on tunables: `where`
  std::vector<ProblemDefine> defines;
  std::vector<std::string> include_directories;  // for all sources of the problem and its candidates
  std::vector<std::string> compiler_flags;
  std::vector<std::string> headers;  // texts of the user's headers that the source includes; set by load_problem
  ReferenceFile reference;
  std::string generator;  // path of the file that generates input data, .py or .cpp; empty: none
  int generator_line = 0;
  std::optional<PrecisionClass> precision;  // absent: by the type of each output
  bool allows_split = false;                // class fp32: products of floats may be summed from split tf32 numbers
  bool special_values = false;              // infinities and NaNs must give the same result as the reference
  std::optional<double> absolute_tolerance, relative_tolerance;
  std::optional<Formula> work_flops, work_bytes;
  bool is_flops_derived = false, is_bytes_derived = false;  // from the kernel: the file does not declare them
  std::string work_note;                                    // how they were derived; empty: none was
  std::vector<ProblemCase> cases;                           // the first has the sizes of [dims]

  // "file:line"
  std::string place(int line) const { return file + ":" + std::to_string(line); }
  const ProblemArgument* argument(std::string_view name) const;  // including scratch; nullptr: there is none
  // Whether a launch without a list of arguments passes it: variables are in the module, and arrays that a struct
  // points to are passed in the struct.
  bool is_passed(const ProblemArgument& argument) const;
  PrecisionRule precision_for(ElementType output) const;
};

// Parses a problem and checks its names and expressions; reads no other file.
Result<Problem> parse_problem(std::string_view text, const std::string& file);

// `path` is a directory with problem.toml, or the file itself. Reads the kernel, finds its entries and compares their
// parameters with the arguments. The files that the problem names must exist.
Result<Problem> load_problem(const std::string& path, const FileSystem& files, const CompileAdditions& additions = {});

// The case with this name or index, where 0 is that of [dims]; the first case if `text` is empty.
Result<ProblemCase> find_case(const Problem& problem, const std::string& text);

}  // namespace whet
