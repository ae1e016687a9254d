// Adds what a schedule writes with each of its numbers, and with numbers beside them.
#pragma once

#include <algorithm>
#include <vector>

#include "write/schedule_neighbours.h"
#include "write/subject/subject.h"
#include "write/written_kernels.h"

namespace whet::write {

inline constexpr size_t k_most_further = 160;  // kernels beside those of the lists

bool is_among(const WrittenKernel& kernel, const std::vector<WrittenKernel>& kernels);

// What a schedule writes with numbers beside those of its list. The lists of products are whole.
template <typename Numbers, typename Write>
void add_neighbours(const std::vector<Numbers>& list, const Write& write, WrittenKernels& found) {
  for (const Numbers& numbers : list) {
    for (const Numbers& neighbour : neighbours(numbers)) {
      if (found.further.size() >= k_most_further) return;
      auto kernel = write(neighbour);
      if (kernel && !is_among(*kernel, found.kernels) && !is_among(*kernel, found.further))
        found.further.push_back(std::move(*kernel));
    }
  }
}

// Adds what a schedule writes with each of its numbers; equal files are kept once. Each file may take as long as
// another.
template <typename Numbers, typename Write>
void add_schedule(const Subject& subject, const char* name, const std::vector<Numbers>& list, const Write& write,
                  WrittenKernels& found) {
  std::vector<Numbers> written;
  const auto write_afresh = [&](const Numbers& numbers) {
    subject.arena.begin_work();
    return write(numbers);
  };
  for (const Numbers& numbers : list) {
    auto kernel = write_afresh(numbers);
    if (!kernel) {
      const bool is_new = std::none_of(found.refused.begin(), found.refused.end(), [&](const RefusedSchedule& known) {
        return known.schedule == name && known.reason == kernel.error().what;
      });
      if (is_new) found.refused.push_back({name, kernel.error().what});
      continue;
    }
    written.push_back(numbers);
    if (!is_among(*kernel, found.kernels)) found.kernels.push_back(std::move(*kernel));
  }
  if constexpr (requires(const Numbers& numbers) { neighbours(numbers); }) add_neighbours(written, write_afresh, found);
}

}  // namespace whet::write
