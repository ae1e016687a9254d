// Numbers of host code.
#pragma once

#include <optional>
#include <string>

#include "source/launch/host_values.h"

namespace whet {

// "2.5" for 2.5f, or for a variable that holds it; nothing: it is not a number.
std::optional<std::string> host_real_number(const HostValues& values, const std::string& argument, HostPlace place);

// The bytes of one element of a type, which may be an alias.
std::optional<int64_t> bytes_of_c_type(const Code& code, std::string_view name);

}  // namespace whet
