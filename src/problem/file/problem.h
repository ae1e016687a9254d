// A problem: a kernel, what it is given and must compute, and the sizes it runs at. docs/problem.md has the format.
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
  std::optional<Formula> value;  // none: the number of its name
  std::string array;             // a pointer to the argument of this name, in place of a number
  uint64_t alignment = 0;        // of a vector member; 0: that of its type
  int line = 0;
};

// An array (with a shape), a scalar or a struct.
struct ProblemArgument {
  std::string name;
  ElementType type = ElementType::f32;
  ArgumentRole role = ArgumentRole::in;
  std::vector<Formula> shape;       // outermost first; empty: a scalar
  std::optional<Formula> value;     // of a scalar; none: the number of its name
  FillRule fill;                    // of an array that is read
  std::vector<StructField> fields;  // of a struct, whose type is u8; empty: it is none
  uint64_t alignment = 0;           // of a struct; 0: that of its members
  bool is_variable = false;         // a __constant__ or __device__ variable of the module: written, never passed
  int line = 0;

  bool is_struct() const { return !fields.empty(); }
  bool is_scalar() const { return shape.empty(); }
};

// What a launch passes: an argument or scratch buffer by name, or a number of its own.
struct LaunchArgument {
  std::string name;
  std::optional<ProblemArgument> number;
  int line = 0;
};

struct ProblemLaunch {
  std::string entry;                                     // "transpose", "reduce<256>"
  std::optional<std::vector<LaunchArgument>> arguments;  // none: all of the problem, in order
  std::vector<Formula> grid, block;                      // one to three each; empty: the default
  std::optional<Formula> shared;                         // dynamic shared memory in bytes
  bool cooperative = false;
  std::vector<Formula> cluster;  // blocks of a cluster, one to three; empty: as the kernel itself says
  int line = 0;
};

struct Dimension {
  std::string name;
  Formula value;  // may use the dimensions before it
};

// What the tuner may vary.
struct Tunable {
  std::string name;
  std::vector<int64_t> values;  // at least one
  int line = 0;
};

struct ProblemDefine {
  std::string name;
  std::string text;              // as the compiler gets it
  std::optional<double> number;  // when expressions may use it
  int line = 0;
};

struct ReferenceFile {
  enum class Kind : uint8_t { none, cpp, python, kernel } kind = Kind::none;
  std::string file;  // path; of none: empty
  std::string entry = "reference";
  int line = 0;
};

struct ProblemCase {
  std::string name;  // "default", "rows=1023,cols=777"
  std::vector<std::pair<std::string, int64_t>> dims;
  double weight = 1;
  bool held_out = false;  // judged, never tuned on
  int line = 0;
};

struct Problem {
  std::string file;       // path of problem.toml, as errors name it
  std::string directory;  // of `file`; paths of the problem are relative to it
  std::string kernel;     // path
  std::string source;     // of the kernel; empty after parse_problem
  std::string entry;      // as written; after load_problem never empty
  int kernel_line = 0, entry_line = 0;
  bool is_host_function = false;  // the entry is called, not launched
  bool is_candidate = false;      // somebody else's source in the place of the problem's own
  std::vector<Dimension> dims;
  std::vector<ProblemArgument> arguments, scratch;
  std::vector<ProblemLaunch> launches;  // at least one, unless the entry is a host function
  std::vector<Tunable> tunables;
  std::vector<Formula> constraints;  // of the tunables: `where`
  std::vector<ProblemDefine> defines;
  std::vector<std::string> include_directories;  // paths, for every source of the problem and its candidates
  std::vector<std::string> compiler_flags;
  std::vector<std::string> headers;  // texts of the user's headers that the source reaches; filled by load_problem
  ReferenceFile reference;
  std::string generator;  // path of what makes input data, .py or .cpp; empty: none
  int generator_line = 0;
  std::optional<PrecisionClass> precision;  // none: by the type of each output
  bool special_values = false;              // infinities and NaNs must give what the reference gives
  std::optional<double> absolute_tolerance, relative_tolerance;
  std::optional<Formula> work_flops, work_bytes;
  std::vector<ProblemCase> cases;  // the first is the one of [dims]

  // "file:line"
  std::string place(int line) const { return file + ":" + std::to_string(line); }
  const ProblemArgument* argument(std::string_view name) const;  // scratch included; nullptr: none
  // Whether a launch passes it where it lists nothing: variables are in the module, and arrays that a struct points to
  // go with the struct.
  bool is_passed(const ProblemArgument& argument) const;
  PrecisionRule precision_for(ElementType output) const;
};

// The problem of a text, names and expressions checked; no other file is looked at.
Result<Problem> parse_problem(std::string_view text, const std::string& file);

// `path` is a directory that holds problem.toml, or the file itself. Reads the kernel, finds its entries and compares
// their parameters with the arguments; files that the problem names must be there.
Result<Problem> load_problem(const std::string& path, const FileSystem& files, const CompileAdditions& additions = {});

// The case of a name or an index, 0 being the one of [dims]; the first when `text` is empty.
Result<ProblemCase> find_case(const Problem& problem, const std::string& text);

}  // namespace whet
