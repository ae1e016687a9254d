// The parts of a measurement on a real GPU, each over all launches of a problem in order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diagnose/diagnose_measured.h"
#include "profile/measured/measured_profile.h"

namespace whet {

// Time and counters of one launch.
struct CountedLaunch {
  Launch launch;  // kernel and shape
  Time time;
  double empty_seconds = 0;
  std::optional<Profile> counted;
  std::optional<CounterRefusal> refusal;
  std::vector<std::string> notes;
};
// Each launch runs from the state that those before it left; arrays are put back before every sample and pass.
Result<std::vector<CountedLaunch>> count_launches(const DiagnoseRequest& request, const MeasurePlan& plan,
                                                  const FileSystem& files);

// Samples of one launch.
struct SampledLaunch {
  std::optional<PcSampling> sampling;
  std::string trouble;  // why there is none
};
// `seconds` are the launches' times.
std::vector<SampledLaunch> sample_launches(const DiagnoseRequest& request, const MeasurePlan& plan,
                                           const FileSystem& files, const std::vector<double>& seconds);

// The same launch on the virtual GPU.
struct TwinLaunch {
  std::optional<Profile> profile;
  CountedLines lines;
  bool has_machine_code = false;
  std::string trouble;  // why there is no profile
};
std::vector<TwinLaunch> count_on_twin(const DiagnoseRequest& request, const MeasurePlan& plan, const FileSystem& files);

}  // namespace whet
