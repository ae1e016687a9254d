// The statements of a meaning in groups that kernels of their own can compute one after the other.
#pragma once

#include <list>
#include <vector>

#include "write/subject/subject.h"

namespace whet::write {

struct StatementsApart {
  std::list<lift::Meaning> meanings;  // to which the subjects refer
  std::vector<Subject> subjects;      // whoever reads an array comes before those that store to it
};

// Statements over the same ranges stay together. An error: there is one group, or groups wait for each other.
Result<StatementsApart> statements_apart(const Subject& subject);

}  // namespace whet::write
