// The arguments of a kernel without a problem.toml: from its parameters, the module's variables and the user's flags.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/file/size_flags.h"
#include "problem/signature/array_shapes.h"
#include "problem/signature/entry.h"
#include "problem/signature/source_variables.h"
#include "problem/signature/taken_by_source.h"

namespace whet {

// As given by the user.
struct ArgumentFlags {
  GivenSizes sizes;
  ArrayShapes::Given shapes;
  std::vector<std::string> inout;  // outputs that are also read
  std::string extent_otherwise;    // of arrays without a shape; empty: by the sizes
};

class SignatureArguments {
 public:
  // Adds to `problem`, which has the source and the sizes. Sentences about what is assumed go to `notes`. All must
  // outlive the object.
  SignatureArguments(const ArgumentFlags& flags, const SourceFunction& function, Problem& problem,
                     std::vector<std::string>& notes)
      : flags_(flags),
        function_(function),
        problem_(problem),
        notes_(notes),
        shapes_(flags.shapes, function.line, notes, flags.extent_otherwise) {}

  // Adds all arguments. It is an error if a type is not clear, a value or shape is missing, or a flag names no array.
  Result<void> add_all();
  // Arrays that may be larger than the part that is used.
  const std::vector<std::string>& generous() const { return shapes_.generous(); }

 private:
  Result<void> add(const Parameter& parameter);
  Result<void> add_stream(ProblemArgument argument);
  Result<void> add_struct(const std::string& name, StructTaken taken);
  Result<void> set_field(const std::string& argument, StructField& field);
  bool is_shared_member(const std::string& name) const;
  Result<void> set_array(const Parameter& parameter, int lanes, ProblemArgument& argument);
  Result<void> set_scalar(ProblemArgument& argument);
  void miss_value(std::string name, ElementType type);
  Result<void> add_variables();
  Result<void> add_variable(const SourceVariable& variable, const std::vector<Formula>* shape);
  Result<void> refuse_unknown_names() const;
  Result<void> complain_of_missing() const;
  Error unclear(std::string what) const;

  const ArgumentFlags& flags_;
  const SourceFunction& function_;
  Problem& problem_;
  std::vector<std::string>& notes_;
  ArrayShapes shapes_;
  std::vector<std::string> variables_, missing_values_;
  size_t missing_sizes_ = 0;  // those of missing_values_ that are integers
};

}  // namespace whet
