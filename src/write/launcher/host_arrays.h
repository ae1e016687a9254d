// What a launcher asks of the arrays that it gets: none is null, none that is stored to overlaps another.
#pragma once

#include <map>

#include "write/launcher/host_sizes.h"
#include "write/launcher/kernel_call.h"
#include "write/launcher/launcher.h"

namespace whet::write {

class HostArrays {
 public:
  // All must outlive the object. `values` has the arrays that the launcher passes on.
  HostArrays(const Problem& original, const LauncherTerms& terms, const HostValues& values, HostSizes& sizes,
             FreshNames& names);

  // Leaves the launcher where a call is not covered, and where nothing is stored.
  void write(Lines& lines);
  // Declarations of the functions that the text uses.
  void write_functions(Lines& lines) const;

 private:
  std::vector<const ProblemArgument*> arrays() const;
  void write_stores_nothing(Lines& lines);
  void write_bytes(Lines& lines);
  void write_empty(Lines& lines) const;
  void write_null(Lines& lines) const;
  void write_alignment(Lines& lines) const;
  void write_overlap(Lines& lines);
  std::string bytes(const ProblemArgument& array) const;
  bool may_be_one(const ProblemArgument& one, const ProblemArgument& other) const;

  const Problem& original_;
  const LauncherTerms& terms_;
  const HostValues& values_;
  HostSizes& sizes_;
  FreshNames& names_;
  std::map<std::string, std::string> bytes_;  // C++; of arrays whose extent parameters tell
  bool uses_overlap_ = false, uses_shifted_ = false;
};

// The bytes of an array as a formula of the problem.
Result<Expression> bytes_formula(const ProblemArgument& array);

}  // namespace whet::write
