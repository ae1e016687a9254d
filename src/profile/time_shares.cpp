#include "profile/time_shares.h"

#include <algorithm>
#include <cmath>

namespace whet {

namespace {

bool adds_to_others(Resource resource) {
  return resource == Resource::latency || resource == Resource::start;
}

}  // namespace

WorkChange& WorkChange::scale(Resource resource, double factor) {
  factors[static_cast<size_t>(resource)] *= factor;
  return *this;
}

TimeShares::Parts TimeShares::parts(const WorkChange& change) const {
  Parts parts;
  double overlapping = 0, added = 0, waiting = 0;
  for (const ResourceRow& row : resource_table()) {
    const auto i = static_cast<size_t>(row.resource);
    const double share = shares[i] * change.factors[i];
    if (row.resource == Resource::waiting)
      waiting = share;
    else if (adds_to_others(row.resource))
      added += std::pow(share, latency_exponent);
    else
      overlapping += std::pow(share, exponent);
  }
  parts.work = std::pow(overlapping, 1 / exponent);
  parts.body = std::pow(std::pow(parts.work, latency_exponent) + added, 1 / latency_exponent);
  parts.waits = waiting > parts.body;
  if (parts.waits) parts.body = waiting;
  return parts;
}

void TimeShares::explain_rest_by_latency() {
  set(Resource::latency, 0);
  const double body = parts({}).body, rest = std::max(0.0, 1 - launch);
  const double missing = std::pow(rest, latency_exponent) - std::pow(body, latency_exponent);
  set(Resource::latency, missing > 0 ? std::pow(missing, 1 / latency_exponent) : 0);
}

double TimeShares::time_after(const WorkChange& change) const {
  const double before = parts({}).body + launch;
  return before > 0 ? (parts(change).body + launch * change.launch) / before : 1;
}

double TimeShares::sensitivity(Resource resource) const {
  const Parts all = parts({});
  const double time = all.body + launch, own = share(resource);
  if (time <= 0 || own <= 0) return 0;
  const bool is_waiting = resource == Resource::waiting;
  if (is_waiting || all.waits) return is_waiting && all.waits ? all.body / time : 0;
  if (adds_to_others(resource)) return std::pow(own / all.body, latency_exponent) * all.body / time;
  return std::pow(all.work / all.body, latency_exponent) * std::pow(own / all.work, exponent) * all.body / time;
}

Resource TimeShares::binding() const {
  Resource most = Resource::latency;
  for (const ResourceRow& row : resource_table()) {
    if (sensitivity(row.resource) > sensitivity(most)) most = row.resource;
  }
  return most;
}

}  // namespace whet
