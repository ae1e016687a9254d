#include "cudart/stream/late_work.h"

#include <algorithm>
#include <utility>

namespace whet::cudart {

LateWork::Ticket LateWork::add(std::function<void()> work, const std::vector<Ticket>& after) {
  tasks_[++last_] = {std::move(work), after};
  return last_;
}

// What a task comes after was submitted before it.
void LateWork::finish(Ticket ticket) {
  std::set<Ticket> wanted;
  if (tasks_.contains(ticket)) wanted.insert(ticket);
  for (auto at = wanted.rbegin(); at != wanted.rend(); ++at) {
    for (const Ticket before : tasks_.at(*at).after) {
      if (tasks_.contains(before)) wanted.insert(before);
    }
  }
  finish_these(std::move(wanted));
}

void LateWork::finish_all() {
  std::set<Ticket> all;
  for (const auto& [ticket, task] : tasks_) all.insert(ticket);
  finish_these(std::move(all));
}

void LateWork::finish_old() {
  std::set<Ticket> old;
  for (const auto& [ticket, task] : tasks_) {
    if (ticket <= old_) old.insert(ticket);
  }
  old_ = last_;
  finish_these(std::move(old));
}

bool LateWork::is_ready(Ticket ticket) const {
  const std::vector<Ticket>& after = tasks_.at(ticket).after;
  return std::none_of(after.begin(), after.end(), [&](Ticket before) { return tasks_.contains(before); });
}

// In any order that is allowed.
void LateWork::finish_these(std::set<Ticket> wanted) {
  while (!wanted.empty()) {
    std::vector<Ticket> ready;
    for (const Ticket ticket : wanted) {
      if (is_ready(ticket)) ready.push_back(ticket);
    }
    const Ticket chosen = ready[random_() % ready.size()];
    wanted.erase(chosen);
    const std::function<void()> work = std::move(tasks_.at(chosen).work);
    tasks_.erase(chosen);
    work();
  }
}

}  // namespace whet::cudart
