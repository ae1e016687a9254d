// Work that a program has submitted and that is done later, as a GPU may: at the last moment, or in another order than
// it was submitted in, as far as streams and events allow. A program that reads a result before it waited for it, or
// whose streams trust each other without an event, is found out by what it then computes.
//
//   a: copy in, kernel     b: kernel that needs a's     (no event)     b's may be done first
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace whet::cudart {

class LateWork {
 public:
  using Ticket = uint64_t;  // 0: none

  // From now on; 0: work is done when it is submitted.
  void begin(uint64_t seed) { is_on_ = seed != 0, random_.seed(seed); }
  bool is_on() const { return is_on_; }

  // To be done after those, which may be done already.
  Ticket add(std::function<void()> work, const std::vector<Ticket>& after);
  // It is done at once, with all that comes before it; by the seed.
  bool hurries() { return random_() % 2 == 0; }
  // This and all that comes before it is done when it returns.
  void finish(Ticket ticket);
  void finish_all();
  // Finishes what was there at the last call: no work waits for ever, even if the program makes no further call.
  void finish_old();

 private:
  struct Task {
    std::function<void()> work;
    std::vector<Ticket> after;
  };
  void finish_these(std::set<Ticket> wanted);
  bool is_ready(Ticket ticket) const;

  bool is_on_ = false;
  std::mt19937_64 random_;
  Ticket last_ = 0;
  Ticket old_ = 0;                // the last one that `finish_old` has seen
  std::map<Ticket, Task> tasks_;  // not done yet
};

}  // namespace whet::cudart
