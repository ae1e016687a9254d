// Code without the variables that nothing uses: what a schedule declares for all of its forms, some do not need.
//
//   const long long bottom = top + rows_here - 1;   ->   nothing, where no other line of the function names `bottom`
#pragma once

#include <string>
#include <string_view>

namespace whet::write {

// Lines that declare constant integers; `code` has a function's end at the left margin.
std::string without_unused_variables(std::string_view code);

}  // namespace whet::write
