// What came of trying a configuration: a time, or why there is none.
#pragma once

#include <optional>
#include <string_view>

namespace whet::search {

enum class Failure {
  none,
  compile,     // did not compile
  launch,      // could not be launched, or crashed
  wrong,       // computed something else
  timeout,     // took too long
  constraint,  // broke a constraint nobody stated, such as too much shared memory
};

struct Outcome {
  double seconds = 0;  // of a configuration that works
  Failure failure = Failure::none;

  bool works() const { return failure == Failure::none; }
  static Outcome time(double seconds) { return {seconds, Failure::none}; }
  static Outcome failed(Failure failure) { return {0, failure}; }
  bool operator==(const Outcome&) const = default;
};

std::string_view name_of(Failure failure);
std::optional<Failure> failure_named(std::string_view name);

}  // namespace whet::search
