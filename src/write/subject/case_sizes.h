// Integers of a meaning at the sizes of one case of the problem.
//
//   cols*i + k at rows=8, cols=100, i=2, k=7   ->   207
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "write/subject/subject.h"

namespace whet::write {

using VariableValues = std::vector<std::pair<Expr, double>>;

class CaseSizes {
 public:
  CaseSizes(const Subject& subject, const SubjectCase& at) : subject_(subject), arena_(subject.arena), case_(at) {}

  // Variables that are not given are 0. What memory holds is drawn below `drawn_below`, always the same at the same
  // place. Nothing: not known.
  std::optional<double> value(Expr e, const VariableValues& values = {}, double drawn_below = 0) const;
  // A size: not negative, and `usual` where it is not known.
  double size(Expr e, double usual) const;
  // Elements of the array that is passed as this parameter; nothing: not known.
  std::optional<double> elements(Expr array) const;

 private:
  struct Point {
    const VariableValues& values;
    double drawn_below = 0;
  };
  std::optional<double> at(Expr e, const Point& point) const;
  std::optional<double> polynomial(const lift::Node& node, const Point& point) const;
  std::optional<double> parameter(Expr e) const;
  std::optional<double> drawn(Expr load, const Point& point) const;
  std::optional<bool> holds(Expr condition, const Point& point) const;

  const Subject& subject_;
  const lift::Arena& arena_;
  const SubjectCase& case_;
  mutable std::unordered_map<uint32_t, std::optional<double>> known_, known_elements_;
};

}  // namespace whet::write
