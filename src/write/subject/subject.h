// What a kernel is written from: a confirmed meaning, the parameters that the written kernel must have too, and the
// words that a problem has for sizes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lift/evaluate/parameter_use.h"
#include "lift/study/size_formula.h"
#include "problem/numbers/precision.h"

namespace whet::write {

using lift::Expr;

struct SubjectParameter {
  std::string name;
  std::string argument;  // of the problem: what a launch passes
  ElementType type = ElementType::f32;
  bool is_array = false;
  bool is_written = false;
  bool is_passed = true;     // one of several kernels may do without it
  std::string formula = {};  // of a number that the launch computes from the problem's sizes, which no argument is
  std::string elements_formula = {};     // of an array: how many elements it has; empty: not known
  std::optional<int64_t> elements = {};  // of an array, at the case to be fast at; nothing: not known
  std::string declaration = {};          // of a variable of the module, which is declared and not passed
  bool is_constant = false;              // in constant memory
};

// A case of the problem, by its sizes.
struct SubjectCase {
  double weight = 1;
  std::function<std::optional<double>(const std::string& formula)> number;  // of the problem's sizes
};

struct Subject {
  lift::Arena& arena;
  const lift::Meaning& meaning;
  std::string kernel;   // a name for what is written
  std::string formula;  // for readers; may have several lines
  std::vector<SubjectParameter> parameters;
  lift::SizeWords words;
  // The value of a size at the case to be fast at; nothing: not known.
  std::function<std::optional<int64_t>(Expr)> size;
  std::vector<SubjectCase> cases = {};  // at which the work of what is written is counted; the first as `size` has it
  bool allows_tf32 = false;             // the problem's class: products of floats may round them to tf32
  bool allows_split = false;            // products of floats may be summed from split tf32 numbers
  PrecisionClass precision = PrecisionClass::fp32;  // of results: what the problem names, or their types have

  // Whether arithmetic must be in double: something it reads or writes is.
  bool is_double() const;
  const SubjectParameter& parameter(Expr array) const;
};

// Types and roles of the parameters as the source and the meaning give them. An error names what no schedule can write
// yet: structs, members, module variables that are written, arrays that are read with two widths.
Result<std::vector<SubjectParameter>> subject_parameters(const lift::Arena& arena, const lift::Meaning& meaning,
                                                         const std::vector<Parameter>& parameters);

// "float", "unsigned long long", "__nv_bfloat16"
std::string_view cuda_name(ElementType type);
// "(float)0.0f"
std::string zero_of(ElementType type);

}  // namespace whet::write
