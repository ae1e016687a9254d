// What NVRTC lacks compared with nvcc: the macros, types and functions that nvcc provides without an #include, and
// replacements for host headers that only host code needs.
//
// NVRTC must either compile a source to what nvcc would, or fail so that nvcc is used. Therefore nothing is declared
// here that nvcc would not let device code use.
#pragma once

#include <span>

namespace whet {

struct HostHeader {
  const char* name;  // as spelled in #include
  const char* content;
};

// Included before the first line of every source.
HostHeader prelude();

// Replacements by name. A header of the user with the same name must take precedence.
std::span<const HostHeader> host_headers();

}  // namespace whet
