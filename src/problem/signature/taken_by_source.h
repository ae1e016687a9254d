// What the source tells of a function's parameters beyond their types: structs taken by value, pointers written or only
// read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

struct StructTaken {
  std::vector<StructField> fields;  // without values
  std::vector<Parameter> arrays;    // what its pointers point to, by their names
};

// Nothing when the parameter is no plain struct that the source or a header declares.
std::optional<StructTaken> struct_taken(const Problem& problem, const Parameter& parameter);

// Whether a struct that the function takes has a floating number of that name.
bool is_floating_member(const Problem& problem, const SourceFunction& function, const std::string& name);

// Of a pointer that is not const: what the function does with it, where its text tells; else an output. `notes` gets a
// sentence where it is not one.
ArgumentRole role_in_source(const Problem& problem, const SourceFunction& function, const Parameter& parameter,
                            std::vector<std::string>& notes);

}  // namespace whet
