// Times, counts and samples the launches of a problem on a real GPU, and diagnoses each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "diagnose/diagnose_problem.h"
#include "profile/measured/metric_need.h"

namespace whet {

struct MeasurePlan {
  Device& device;
  VirtualDevice* twin = nullptr;  // the same GPU as a virtual one, for what the hardware does not count
  std::string no_twin;            // why there is none
  std::vector<MetricNeed> needs;
  std::vector<ResourceMetrics> resources;
  // A profile of each launch, whose kernels are given in order, by another collector in the place of the device's own
  // counters.
  std::function<Result<std::vector<Profile>>(const std::vector<std::string>& kernels)> collect = {};
  bool samples = true;  // also where warps are, if the device tells
};

// A collector that is refused makes profiles poorer, and they say so; a launch that fails is the error.
Result<std::vector<LaunchRecord>> record_measured(const DiagnoseRequest& request, const MeasurePlan& plan,
                                                  const FileSystem& files);
Result<std::vector<LaunchDiagnosis>> diagnose_measured(const DiagnoseRequest& request, const MeasurePlan& plan,
                                                       const FileSystem& files);

}  // namespace whet
