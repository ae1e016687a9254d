// What kind of kernel a run is about, without names: what patterns are looked up by.
//
//   forall i < rows: y[i] = sum(k < cols: x[cols*i + k])     ->  forall i < p1: p2[i] = sum(k < p3: p4[p3*i + k])
//   rows = 8192, cols = 4096                                 ->  sizes "13 12"
#pragma once

#include <map>
#include <string>
#include <vector>

#include "describe/kernel_meaning.h"
#include "problem/data/resolve.h"
#include "store/pattern.h"
#include "util/text/json.h"

namespace whet::learn {

// `resolved` has the sizes at which the kernel runs. A meaning that running did not confirm gives no family.
store::PatternSubject subject_of(const KernelMeaning& meaning, const ResolvedCase& resolved);

// Formulas as one text: every name that is not a function, an index or a word of the notation becomes pN.
std::string without_names(const std::vector<std::string>& formulas);

// The extents of the formula with most indices, and that of its first reduction, as logarithms; "?" where the numbers
// do not say one.
std::string extents_in(const std::vector<std::string>& formulas, const std::map<std::string, double>& numbers);

Json to_json(const store::PatternSubject& subject);
// What is absent is empty.
store::PatternSubject subject_from(const Json& json);

}  // namespace whet::learn
