// The outcome of trying a configuration: a time, or the kind of failure.
#pragma once

#include <optional>
#include <string_view>

namespace whet::search {

enum class Failure {
  none,
  compile,     // did not compile
  launch,      // could not be launched, or crashed
  wrong,       // gave a wrong result
  timeout,     // took too long
  constraint,  // broke an unstated constraint, such as too much shared memory
};

struct Outcome {
  double seconds = 0;  // if it works
  Failure failure = Failure::none;

  bool works() const { return failure == Failure::none; }
  static Outcome time(double seconds) { return {seconds, Failure::none}; }
  static Outcome failed(Failure failure) { return {0, failure}; }
  bool operator==(const Outcome&) const = default;
};

std::string_view name_of(Failure failure);
std::optional<Failure> failure_named(std::string_view name);

}  // namespace whet::search
