// The shapes of a kernel's arrays: those that the user gives, and assumed ones for the others.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "problem/file/problem.h"

namespace whet {

class ArrayShapes {
 public:
  using Given = std::map<std::string, std::vector<Formula>>;

  // Formulas get `line`; sentences about what is assumed go to `notes`, which must outlive the object.
  // `otherwise`: the extent of arrays that have no shape; empty: by the sizes.
  ArrayShapes(Given given, int line, std::vector<std::string>& notes, std::string otherwise = {})
      : given_(std::move(given)), line_(line), notes_(notes), otherwise_(std::move(otherwise)) {}

  // An array of the kernel, with its given shape. A pointer to vectors has several `lanes`, numbers per element.
  void add(ProblemArgument& argument, int lanes);
  // Gives a shape to an array that has none. With one size, every array has that many elements. With several, an input
  // gets their product, which is enough for any use.
  Result<void> assume(ProblemArgument& argument, const Problem& problem);

  const std::vector<std::string>& arrays() const { return arrays_; }
  // Arrays that may be larger than the part that is used.
  const std::vector<std::string>& generous() const { return generous_; }
  // Arrays without a shape that need one if the kernel has this many sizes: an output with several sizes, because every
  // element is compared; an input if the product of the sizes would be too large for an array.
  std::vector<std::string> missing(const Problem& problem, size_t sizes) const;
  // The first array that still has no shape; nullptr: all have one.
  const ProblemArgument* first_without(const Problem& problem) const;

 private:
  bool lacks_shape(const ProblemArgument& argument) const;
  void add_lanes(ProblemArgument& argument);

  Given given_;
  int line_;
  std::vector<std::string>& notes_;
  std::string otherwise_;
  std::vector<std::string> arrays_, generous_;
  std::map<std::string, int> lanes_;
};

}  // namespace whet
