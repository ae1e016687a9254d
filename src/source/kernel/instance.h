// A template with its arguments in place: reduce<float, 256> of template <typename T, int BS>.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

struct TemplateArgument {
  std::string name;   // of the parameter: "BS"; empty: it has none
  std::string value;  // "256"
  bool is_type = false;
};

// By their places; a parameter that is not given takes its default. `instance` is "<float, 256>"; empty, or too short
// for what has no default: nothing.
std::vector<TemplateArgument> template_arguments(std::string_view template_parameters, std::string_view instance);

// Every word that is a parameter's name replaced by its argument.
std::string instantiated(std::string_view text, const std::vector<TemplateArgument>& arguments);

// "<T, 4>" in parts, without the angles.
std::vector<std::string> instance_parts(std::string_view instance);

}  // namespace whet
