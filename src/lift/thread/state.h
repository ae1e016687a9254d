// What a thread knows at one place of the program: the values of registers and local memory, and how it came there.
#pragma once

#include <compare>
#include <map>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

// A place for a value.
struct Place {
  enum class Space : uint8_t { reg, argument, local, element } space = Space::reg;
  int owner = 0;   // frame of a register or argument; number of a local array
  int name = 0;    // register, number of a .param variable, or of a kept element (kept_element.cpp)
  int offset = 0;  // in bytes
  auto operator<=>(const Place&) const = default;
};

struct Held {
  Expr value;
  int bytes = 0;
  bool operator==(const Held&) const = default;
};

struct State {
  std::map<Place, Held> values;
  std::vector<Expr> path;  // conditions, in the order in which they were met
};

// The state after two ways meet. A place that only one of them wrote keeps that value: on the other way nobody may
// read.
State merge(Arena& arena, const State& a, const State& b);

// Adds a condition to the path; false when it contradicts the path.
bool assume(Arena& arena, State& state, Expr condition);

}  // namespace whet::lift
