// Finds the function of an entry in the problem's source, and among the kernels of a compiled module.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/kernel/instance.h"
#include "source/kernel/parameters.h"
#include "util/result.h"

namespace whet {

// "a::reduce<256>(float*)" in parts.
struct EntryName {
  std::string name;       // "a::reduce"
  std::string instance;   // "<256>"; empty: any
  std::string signature;  // "(float*)"; empty: any
};
EntryName parse_entry(std::string_view entry);

// A function of the source that matches an entry.
struct SourceFunction {
  std::string name;  // with its scope: "a::reduce"
  std::vector<Parameter> parameters;
  int line = 0;
  bool is_kernel = false;                                 // false: a host function with a body
  bool is_open_template = false;                          // a kernel template without arguments in the entry
  std::vector<TemplateArgument> template_arguments = {};  // those in the entry; already substituted in the parameters
};

// Kernels or, if no kernel matches, host functions, in the order of the source. An empty entry matches every kernel.
std::vector<SourceFunction> find_functions(std::string_view source, std::string_view entry);

struct Problem;
// The same for the problem's source or, if that has none, the headers it includes, or what its macros make.
std::vector<SourceFunction> find_functions(const Problem& problem, std::string_view entry);

// Lines that instantiate the kernels that the entries name with template arguments, unless the source does.
std::string explicit_instantiations(std::string_view source, const std::vector<std::string>& entries);

// A kernel of a compiled module.
struct ModuleKernel {
  std::string name;                  // mangled
  std::vector<int> parameter_bytes;  // in order
};

// The kernel of the entry. One of several instances must be named: "reduce<256>". An error lists the kernels.
Result<ModuleKernel> choose_instance(const std::vector<ModuleKernel>& kernels, std::string_view entry);

}  // namespace whet
