// Values of a problem as TOML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "problem/file/formula.h"

namespace whet {

std::string toml_text(std::string_view text);                  // in quotes
std::string toml_texts(const std::vector<std::string>& list);  // ["a", "b"]
std::string toml_formula(const Formula& given);                // an integer as it is, anything else in quotes
std::string toml_formulas(const std::vector<Formula>& list);   // [64, "n / 2"]

}  // namespace whet
