// A space in which every configuration was tried and its outcome recorded, so that strategies can be compared without a
// GPU.
#pragma once

#include <string>
#include <vector>

#include "search/space/outcome.h"
#include "search/space/space.h"
#include "util/text/json.h"

namespace whet::search {

// Cost of a trial besides the kernel's own time, in seconds.
struct TrialCost {
  double compile = 0, verify = 0, benchmark = 0;
};

struct RecordedSpace {
  std::string kernel, device;
  std::string origin = "measured";  // how times were obtained; "modelled": by the virtual GPU
  std::vector<int64_t> problem_size = {};
  Space space;
  std::vector<Outcome> outcomes;  // by index in the space
  std::vector<TrialCost> costs;   // by index in the space

  // The times of all configurations that work, fastest first; at least one.
  std::vector<double> sorted_times() const;
};

// A configuration and its outcome, before they are put into a space.
struct RecordedTrial {
  Configuration configuration;
  Outcome outcome;
  TrialCost cost = {};
};

struct RecordedHead {
  std::string kernel, device, origin = "measured";
  std::vector<int64_t> problem_size = {};
  std::vector<Axis> axes;
};

// Converts a value of a recorded file: a number that is not whole becomes text; lists and objects give nothing.
std::optional<Value> value_of(const Json& json);
Json to_json(const Value& value);

// Whether a kernel, or a step of a trial, can have taken this long: a picosecond to thirty years.
bool is_time(double seconds);

// A configuration that occurs twice keeps its first outcome. It is an error when no trial works, or when a tunable has
// the name of a member that the files keep beside the tunables.
Result<RecordedSpace> make_recorded(RecordedHead head, const std::vector<RecordedTrial>& trials);

}  // namespace whet::search
