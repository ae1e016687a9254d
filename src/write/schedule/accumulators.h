// What a thread has of a reduction before it is combined with others.
#pragma once

#include <string>

#include "write/subject/reduction_plan.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

struct Accumulator {
  std::string name;
  std::string type;         // "float", "Placed<float>"
  std::string fold;         // "Sum", "FirstLargest"
  std::string start;        // what changes no value
  bool is_placed = false;   // it is a place, with the value there
  bool is_moments = false;  // it is a mean, with the squares around it

  // The result, once it is combined.
  std::string result() const {
    return is_placed ? "max(" + name + ".place, 0LL)" : is_moments ? name + ".squares" : name;
  }
};

// With a fresh name.
Accumulator accumulator_of(const PlannedReduction& reduction, CudaExpression& text);
// Declares it with what changes no value.
Accumulator declare_accumulator(const PlannedReduction& reduction, CudaExpression& text, Lines& lines);

// Combines it with the body at the index, which is above those before.
void accumulate(const PlannedReduction& reduction, const Accumulator& accumulator, const std::string& index,
                CudaExpression& text, Lines& lines);

// The value that a statement stores at the address; an update combines it with what is there.
std::string stored_with_update(const lift::Statement& statement, const std::string& address, CudaExpression& text,
                               const Subject& subject);

}  // namespace whet::write
