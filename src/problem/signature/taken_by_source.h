// What the source shows about a function's parameters beyond their types: structs passed by value, and pointers that
// are written or only read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

struct StructTaken {
  std::vector<StructField> fields;  // without values
  std::vector<Parameter> arrays;    // what its pointers point to, with their names
};

// Nothing if the parameter is not a plain struct that the source or a header declares.
std::optional<StructTaken> struct_taken(const Problem& problem, const Parameter& parameter);

// Whether a struct parameter of the function has a floating-point member with this name.
bool is_floating_member(const Problem& problem, const SourceFunction& function, const std::string& name);

// "s.pitch" of a struct parameter s becomes the size s_pitch, because names in problems have no dots.
std::string plain_members(const SourceFunction& function, std::string text);

// The role of a pointer that is not const: how the function uses it, if its text is clear, otherwise an output. Adds a
// sentence to `notes` if it is not an output.
ArgumentRole role_in_source(const Problem& problem, const SourceFunction& function, const Parameter& parameter,
                            std::vector<std::string>& notes);

}  // namespace whet
