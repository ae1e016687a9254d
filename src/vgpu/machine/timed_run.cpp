#include "vgpu/machine/timed_run.h"

#include <algorithm>
#include <bit>
#include <string>

#include <fmt/format.h>

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
    else if (is_endless())
      report_endless();
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

std::vector<Warp*> TimedRun::asleep() {
  std::vector<Warp*> found;
  for (Place& place : places_) {
    for (uint32_t rank = 0; rank < place.cluster->size(); ++rank) {
      for (Warp& warp : place.cluster->block(rank).warps) {
        if (warp.spin.asleep) found.push_back(&warp);
      }
    }
  }
  return found;
}

// Nobody writes what they look at: they look once more, and again and again from now on.
bool TimedRun::wake_all() {
  for (Warp* warp : asleep()) {
    warp->spin.asleep = false;
    warp->spin.patience = std::min<uint32_t>(2 * warp->spin.patience, 1u << 30);
  }
  for (size_t p = 0; p < places_.size(); ++p) put(p);
  return !due_.empty();
}

// All who are left look at the same again and again, in the same state each time, and nobody has done anything since:
// it cannot end. One who counts its looks or asks for the time is never in the same state.
bool TimedRun::is_endless() {
  if (launch_.memory->shares_host_memory()) return false;
  const std::vector<Warp*> waiting = asleep();
  return !waiting.empty() && std::all_of(waiting.begin(), waiting.end(), [this](const Warp* warp) {
    return warp->spin.settled && warp->spin.deeds == worker_.watchers.deeds;
  });
}

void TimedRun::report_endless() {
  const Warp& warp = *asleep().front();
  const Allocation* const memory = launch_.memory->find(warp.spin.address);
  std::string detail = "waits for what nobody writes";
  if (memory && !memory->name.empty())
    detail = fmt::format("waits for what nobody writes to `{}` + {}", memory->name, warp.spin.address - memory->base);
  if (const size_t later = queue_.clusters().size() - next_; later > 0) {
    detail += fmt::format("; {} of {} blocks have not started, for the GPU holds no more at once",
                          later * launch_.cluster.count(), launch_.config->grid.count());
  }
  const auto split = std::find_if(warp.splits().begin(), warp.splits().end(),
                                  [](const Split& each) { return each.waits_for == Split::k_runnable; });
  const int lane = std::countr_zero(split == warp.splits().end() ? warp.live() : split->mask);
  worker_.fault(warp, warp.program->ops[warp.spin.at], FaultKind::endless, lane, 0, 0, detail);
  launch_.stopped = true;
}

}  // namespace whet::vgpu
