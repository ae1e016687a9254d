// A space in which every configuration was tried and the outcome kept: strategies can be compared on it without a GPU.
#pragma once

#include <string>
#include <vector>

#include "search/space/outcome.h"
#include "search/space/space.h"
#include "util/text/json.h"

namespace whet::search {

// What a trial cost beside the kernel's own time, in seconds.
struct TrialCost {
  double compile = 0, verify = 0, benchmark = 0;
};

struct RecordedSpace {
  std::string kernel, device;
  std::string origin = "measured";  // how the times were obtained: "modelled" ones come from the virtual GPU
  std::vector<int64_t> problem_size = {};
  Space space;
  std::vector<Outcome> outcomes;  // by index of the space
  std::vector<TrialCost> costs;   // likewise

  // The times of all that work, fastest first; at least one.
  std::vector<double> sorted_times() const;
};

// A configuration and its outcome, before they are a space.
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

// The value, as a recorded file spells it: a number that is not whole counts as text; nothing for lists and objects.
std::optional<Value> value_of(const Json& json);
Json to_json(const Value& value);

// A configuration named twice keeps its first outcome. Errors: no trial works.
Result<RecordedSpace> make_recorded(RecordedHead head, const std::vector<RecordedTrial>& trials);

}  // namespace whet::search
