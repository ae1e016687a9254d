// How the time of a launch is made up, and what it would be with less work for one of the GPU's parts.
//
//   work = (sum of share^p)^(1/p)     over the resources that overlap
//   time = (work^q + latency^q + start^q)^(1/q) + launch = 1
//
// For a modelled launch these are the time model's own bounds; for a measured one the shares are measured, and the
// latency is what they leave unexplained.
#pragma once

#include <array>

#include "profile/resource.h"

namespace whet {

// By what each part of the work is multiplied; 1 leaves it as it is.
struct WorkChange {
  std::array<double, k_resource_count> factors;
  double launch = 1;

  WorkChange() { factors.fill(1); }
  WorkChange& scale(Resource resource, double factor);
};

class TimeShares {
 public:
  // Each share is the time that the resource alone would need, divided by the time of the launch.
  std::array<double, k_resource_count> shares{};
  double launch = 0;
  double exponent = 4, latency_exponent = 2;  // p and q

  double share(Resource resource) const { return shares[static_cast<size_t>(resource)]; }
  void set(Resource resource, double share) { shares[static_cast<size_t>(resource)] = share; }

  // Sets the latency such that the whole is 1: for shares that were measured.
  void explain_rest_by_latency();
  // The time after a change, divided by the time before it.
  double time_after(const WorkChange& change) const;
  // The relative change of the time with a relative change of one resource's work. The sum over all resources and the
  // launch is 1.
  double sensitivity(Resource resource) const;
  // The resource with the largest sensitivity.
  Resource binding() const;

 private:
  struct Parts {
    double work = 0, body = 0;
    bool waits = false;
  };
  Parts parts(const WorkChange& change) const;
};

}  // namespace whet
