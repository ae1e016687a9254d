// What NVRTC lacks of the world nvcc compiles in: the macros, types and functions nvcc has without any #include, and
// stand-ins for headers of the host that only host code needs.
//
// The aim is that NVRTC either compiles a source to what nvcc would, or fails so that nvcc takes over. So nothing is
// declared here that nvcc would not let device code use.
#pragma once

#include <span>

namespace whet {

struct HostHeader {
  const char* name;  // as #include names it
  const char* content;
};

// Included before the first line of every source.
HostHeader prelude();

// Stand-ins, by name. A header of the user's own with such a name must be given precedence.
std::span<const HostHeader> host_headers();

}  // namespace whet
