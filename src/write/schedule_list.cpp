#include "write/schedule_list.h"

#include <algorithm>

#include "write/subject/reduction_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_word = 16;  // bytes of the widest access

// Bytes of the widest and the narrowest element that the nest accesses.
struct Widths {
  int64_t widest = 1, narrowest = k_word;
};
Widths widths_of(const Subject& subject, const Nest& nest) {
  Widths widths;
  const auto note = [&](int64_t bytes) {
    widths.widest = std::max(widths.widest, bytes);
    widths.narrowest = std::min(widths.narrowest, bytes);
  };
  for (const lift::Statement& statement : nest.statements) {
    note(statement.bytes);
    for (const Expr load : parts_of_kind(subject.arena, {statement.value}, lift::Kind::load))
      note(subject.arena[load].bytes);
  }
  return widths;
}

// Packs as wide as a word for the widest element, and for the narrowest.
std::vector<int64_t> vectors(const Widths& widths) {
  std::vector<int64_t> list{k_word / widths.widest};
  for (const int64_t more : {k_word / widths.narrowest, int64_t{1}}) {
    if (std::find(list.begin(), list.end(), more) == list.end()) list.push_back(more);
  }
  return list;
}

// The smallest power of two that is not below the number.
int64_t power_of_two(int64_t least) {
  int64_t power = 1;
  while (power < least) power *= 2;
  return power;
}

constexpr int64_t k_most_held_bytes = 128;  // of a row, in the registers of a thread

}  // namespace

std::vector<MapNumbers> map_numbers(const Subject& subject, const Nest& nest) {
  std::vector<MapNumbers> list;
  for (const int64_t vector : vectors(widths_of(subject, nest))) {
    for (const int64_t in_flight : {2, 1, 4}) {
      for (const int64_t threads : {256, 128, 512})
        list.push_back({threads, vector, vector == 1 ? 2 * in_flight : in_flight});
    }
  }
  return list;
}

std::vector<RowsNumbers> rows_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_reductions(subject, nest);
  if (!plan) return {RowsNumbers{}};  // the schedule says what is wrong
  const int64_t length = subject.size(plan->phases[0].count).value_or(1024);
  const Widths widths = widths_of(subject, nest);
  std::vector<RowsNumbers> list;
  for (const int64_t vector : vectors(widths)) {
    const int64_t packs = std::max<int64_t>(1, (length + vector - 1) / vector);
    for (const int64_t per_thread : {2, 4, 8, 1}) {
      const int64_t wanted = std::clamp<int64_t>(power_of_two((packs + per_thread - 1) / per_thread), 4, 1024);
      const int64_t lanes = wanted > 32 ? std::max<int64_t>(wanted, 64) : wanted;
      const int64_t threads = lanes > 32 ? lanes : 128;
      const int64_t held = (packs + lanes - 1) / lanes;
      const bool is_held = held * vector * widths.widest <= k_most_held_bytes;
      const RowsNumbers with{threads, lanes, vector, std::min<int64_t>(per_thread, 4), held};
      if (is_held) list.push_back(with);
      RowsNumbers without = with;
      without.held = 0;
      list.push_back(without);
    }
  }
  return list;
}

}  // namespace whet::write
