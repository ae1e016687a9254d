// Arrays that a caller may pass as one: in-place calls of a kernel that reads one array and stores another.
//
//   forall i < n: y[i] = max(x[i], 0)      x may be y: an iteration reads only the element that it stores
//   forall i < n: y[i] = x[i] + x[i + 1]   x may not
#pragma once

#include <string>
#include <vector>

namespace whet::ptx {
struct Function;
}

namespace whet::write {

struct Subject;

struct SamePlace {
  std::string read, written;  // arguments of the problem
};

// Whether a call in place means what the formula says: the kernel loads nothing after its first store. Loops and calls
// are taken to do so.
bool loads_before_stores(const ptx::Function& kernel);

// For kernels of which one thread loads and stores all that belongs to an element.
std::vector<SamePlace> same_places(const Subject& subject);

}  // namespace whet::write
