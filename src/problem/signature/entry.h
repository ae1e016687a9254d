// Finding the function a problem means: in its source, and among the kernels of a compiled module.
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

// A function of the source that an entry may mean.
struct SourceFunction {
  std::string name;  // with its scope: "a::reduce"
  std::vector<Parameter> parameters;
  int line = 0;
  bool is_kernel = false;                                 // else a host function with a body
  bool is_open_template = false;                          // a kernel whose arguments the entry does not say
  std::vector<TemplateArgument> template_arguments = {};  // that the entry says; its parameters have them in place
};

// Kernels and, where no kernel fits, host functions, in the order of the source. An empty entry fits every kernel.
std::vector<SourceFunction> find_functions(std::string_view source, std::string_view entry);

struct Problem;
// Of the problem's source; where it has none of them, of the headers it includes.
std::vector<SourceFunction> find_functions(const Problem& problem, std::string_view entry);

// Lines that instantiate the kernels which the entries name with template arguments, where the source does not itself.
std::string explicit_instantiations(std::string_view source, const std::vector<std::string>& entries);

// A kernel of a compiled module.
struct ModuleKernel {
  std::string name;                  // mangled
  std::vector<int> parameter_bytes;  // in order
};

// The kernel that the entry means; one of several instances must be named: "reduce<256>". An error lists what there is.
Result<ModuleKernel> choose_instance(const std::vector<ModuleKernel>& kernels, std::string_view entry);

}  // namespace whet
