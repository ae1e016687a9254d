// The parameters of a launcher: those of the kernel whose launch it takes the place of, in its types.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet::write {

// Names of one function, none of them twice.
class FreshNames {
 public:
  explicit FreshNames(std::set<std::string> taken) : taken_(std::move(taken)) {}
  std::string fresh(std::string wanted);

 private:
  std::set<std::string> taken_;
};

struct HostParameter {
  std::string name;      // in the launcher
  std::string type;      // "const float*", "int"; "void*" for a pointer to a type of the program
  std::string argument;  // of the problem
  std::string value;     // of a number that the problem computes, as a formula; empty: none
  ElementType element = ElementType::f32;
  bool is_array = false;
};

// Of a problem with one launch those of its kernel; of several launches the problem's arguments. An error says what a
// launcher has no form for: host functions, structs, variables of the module.
Result<std::vector<HostParameter>> host_parameters(const Problem& original, FreshNames& names);

// The kernel of a launch in the source of its problem. An error: it is not there, or it is a template without
// arguments.
Result<SourceFunction> kernel_of(const Problem& problem, size_t launch);

// What a launch passes.
std::vector<LaunchArgument> launch_arguments_of(const Problem& problem, const ProblemLaunch& launch);

// The type of a kernel's parameter in C++: "const float*". A pointer to a type of the program is one to `otherwise`.
std::string type_text(const Problem& problem, const Parameter& parameter, ElementType element,
                      const std::string& otherwise);

}  // namespace whet::write
