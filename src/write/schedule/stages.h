// A meaning with reductions as several meanings, each of which a kernel of its own computes: reductions over parts of
// their ranges into scratch memory, the results of these, and the map that needs them.
//
//   y[0] = sqrt(sum(k < n: x[k]))   ->   sum_parts[p] = sum(k < length of part p: x[p*part_length + k])   for p < parts
//                                        y[0] = sqrt(sum(p < parts: sum_parts[p]))
#pragma once

#include <string>
#include <vector>

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct StageShape {
  int64_t parts = 1;         // of every reduction; 1: whole ranges
  int64_t granule = 1;       // the length of a part is a multiple of it
  bool is_columnar = false;  // neighbouring results are those of the last index, not those of parts
};

struct Stage {
  enum class Role : uint8_t { parts, combine, map, copy, product, hidden, sum };
  Role role = Role::parts;
  Nest nest;
};

struct Stages {
  std::vector<SubjectParameter> parameters;  // the subject's, and after them the scratch arrays and lengths of parts
  std::vector<WrittenScratch> scratch;
  std::vector<Stage> stages;

  // A name that no parameter has: the stem, or the stem with a number.
  std::string unused_name(const std::string& stem) const;
  Expr add_parameter(lift::Arena& arena, SubjectParameter parameter);

  // What the kernel of a stage is written from: the stage's parameters are passed, no others.
  Subject subject_of(const Subject& subject, size_t stage) const;
};

// An error: a reduction's range is no formula of the problem's sizes, a statement is guarded, or there is nothing to
// split.
Result<Stages> split_into_stages(const Subject& subject, const Nest& nest, const StageShape& shape);

}  // namespace whet::write
