#include "vgpu/machine/timed_run.h"

#include <algorithm>

namespace whet::vgpu {

TimedRun::TimedRun(LaunchState& launch, BlockQueue& queue, Worker& worker)
    : launch_(launch), queue_(queue), worker_(worker) {
  places_.resize(std::min<uint64_t>(queue.wave(), queue.clusters().size()));
  for (size_t p = 0; p < places_.size(); ++p) {
    places_[p].cluster = std::make_unique<Cluster>(launch, worker);
    places_[p].unit.sm = static_cast<uint32_t>(p % queue.sms());
    place_of_[places_[p].cluster.get()] = p;
  }
}

void TimedRun::run() {
  const double apart = launch_.options->pace.start * static_cast<double>(launch_.cluster.count());
  for (size_t p = 0; p < places_.size(); ++p) start_next(p, static_cast<uint64_t>(apart * static_cast<double>(p)));
  while (!launch_.stopped) {
    if (!due_.empty())
      run_next();
    else if (!wake_all())
      return;
  }
}

bool TimedRun::start_next(size_t place, uint64_t time) {
  if (next_ == queue_.clusters().size()) return false;
  Place& here = places_[place];
  worker_.access_time.unit = static_cast<uint32_t>(here.unit.on_sm++);
  worker_.access_time.blocks = static_cast<uint32_t>(place / queue_.sms());
  here.cluster->start(queue_.clusters()[next_++]);
  here.cluster->start_clocks(time);
  blocks_run_ += here.cluster->size();
  put(place);
  return true;
}

void TimedRun::put(size_t place) {
  Place& here = places_[place];
  if (here.due) due_.erase({here.at, place});
  const auto clock = here.cluster->next_clock();
  here.due = clock.has_value();
  if (!clock) return;
  here.at = *clock;
  due_.insert({here.at, place});
}

void TimedRun::run_next() {
  const size_t place = due_.begin()->second;
  Place& here = places_[place];
  due_.erase(due_.begin());
  here.due = false;
  worker_.watchers.horizon = due_.empty() ? ~0ull : due_.begin()->first;
  worker_.access_time.unit = static_cast<uint32_t>(here.unit.on_sm);
  const bool done = here.cluster->run_in_time(queue_.l1(here.unit, launch_.options->caches));
  queue_.feed(worker_.l2_requests);
  worker_.l2_requests.clear();
  for (const Warp* warp : std::exchange(worker_.watchers.woken, {})) {
    if (const size_t woken = place_of_.at(&warp->block->cluster()); woken != place) put(woken);
  }
  if (done)
    finish(place);
  else
    put(place);
  if (!done && !here.due && !here.cluster->any_asleep() && !launch_.stopped) here.cluster->report_deadlock();
}

void TimedRun::finish(size_t place) {
  const uint64_t end = places_[place].cluster->last_clock();
  cycles_ = std::max(cycles_, end);
  start_next(place, end + launch_.options->pace.block);
}

// Nobody writes what they look at: they look once more, and again and again from now on.
bool TimedRun::wake_all() {
  bool any = false;
  for (size_t p = 0; p < places_.size(); ++p) {
    Cluster& cluster = *places_[p].cluster;
    for (uint32_t rank = 0; rank < cluster.size(); ++rank) {
      for (Warp& warp : cluster.block(rank).warps) {
        if (!warp.spin.asleep) continue;
        warp.spin.asleep = false;
        warp.spin.patience = std::min<uint32_t>(2 * warp.spin.patience, 1u << 30);
        any = true;
      }
    }
    put(p);
  }
  return any && !due_.empty();
}

}  // namespace whet::vgpu
