// How the expressions of a meaning use each parameter of the kernel: as an array or a number, of which type, for what.
#pragma once

#include <set>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

struct ParameterUse {
  bool is_array = false;
  bool is_read = false, is_written = false;
  bool is_real = false;  // floating-point; otherwise integers
  bool is_unsigned = false;
  bool is_bfloat = false;  // of two bytes: bfloat16, otherwise IEEE half precision
  bool has_alias = false;  // declared as a type whose name says nothing, as in a template
  bool is_bool = false;
  bool is_copied = false;  // nothing says what its elements are
  int bytes = 0;           // of an element, or of the number; 0: not used
  bool has_mixed_widths = false;
  bool has_members = false;                            // a struct by value
  std::set<int> real_members;                          // offsets of those that are floating-point numbers
  bool indexes_loads = false, indexes_stores = false;  // its elements are indices into other arrays
  bool bounds_ranges = false;                          // its elements say where ranges begin and end
  bool holds_numbers = false;                          // bytes that are floating-point numbers

  // Where nothing says what elements are, words are taken as floating-point numbers and bytes as integers.
  bool is_read_as_real() const { return is_real || (is_copied && bytes >= 4); }
};

// Whether the value is one of the indices of a meaning, which are integers.
bool is_index(const Arena& arena, Expr e);

// By number of the parameter; as many as `parameters`, or as the meaning names.
std::vector<ParameterUse> parameter_uses(const Arena& arena, const Meaning& meaning,
                                         const std::vector<Parameter>& parameters);

}  // namespace whet::lift
