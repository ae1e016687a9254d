// A template with its arguments: reduce<float, 256> of template <typename T, int BS>.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

struct TemplateArgument {
  std::string name;   // of the parameter: "BS"; empty if it has none
  std::string value;  // "256"
  bool is_type = false;
};

// The arguments by position; a missing one has its default. `instance` is "<float, 256>". Empty if `instance` is, or if
// a parameter without default is missing.
std::vector<TemplateArgument> template_arguments(std::string_view template_parameters, std::string_view instance);

// Replaces every word that is a parameter's name by its argument.
std::string instantiated(std::string_view text, const std::vector<TemplateArgument>& arguments);

// Splits "<T, 4>" into its arguments.
std::vector<std::string> instance_parts(std::string_view instance);

}  // namespace whet
