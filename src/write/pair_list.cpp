#include "write/pair_list.h"

#include <algorithm>

#include "write/access_widths.h"
#include "write/pieces.h"
#include "write/subject/scan_plan.h"
#include "write/usual_sizes.h"

namespace whet::write {

std::vector<PairwiseNumbers> pairwise_numbers(const Subject& subject, const Nest& nest) {
  int64_t elements = 1;
  for (const lift::SpaceIndex& index : nest.space) elements *= subject.size(index.count).value_or(1024);
  std::vector<PairwiseNumbers> list{{128, 4, 256, 4, 1}, {256, 2, 256, 8, 1}, {128, 2, 512, 4, 1}, {256, 1, 256, 8, 1},
                                    {256, 1, 256, 8, 2}, {256, 4, 256, 4, 8}, {256, 2, 256, 4, 8}, {256, 1, 256, 8, 8}};
  const auto fills = [&](const PairwiseNumbers& each) {
    return elements >= k_few_rows * (each.threads / each.parts) * each.per_thread;
  };
  std::stable_partition(list.begin(), list.end(), fills);
  if (!fills(list.front())) std::reverse(list.begin(), list.end());
  return list;
}

std::vector<ScanNumbers> scan_numbers(const Subject& subject, const Nest& nest) {
  if (!plan_scan(subject, nest)) return {ScanNumbers{}};  // the schedule says what is wrong
  const int64_t length = subject.size(nest.space.back().count).value_or(1024);
  int64_t rows = 1;
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) rows *= subject.size(nest.space[i].count).value_or(1024);
  const int64_t vector = std::max<int64_t>(1, k_widest_word / widths_of(subject, nest).widest);
  std::vector<ScanNumbers> in_rows, in_tiles;
  for (const int64_t packs : {2, 4}) {
    const int64_t wanted = power_of_two((length + vector * packs - 1) / (vector * packs));
    const int64_t lanes = wanted > 32 ? std::clamp<int64_t>(wanted, 64, 512) : std::max<int64_t>(wanted, 2);
    in_rows.push_back({ScanForm::rows, lanes > 32 ? lanes : 128, lanes, vector, packs});
  }
  for (const ScanForm form : {ScanForm::look_back, ScanForm::in_three}) {
    in_tiles.push_back({form, 256, 256, vector, 4});
    in_tiles.push_back({form, 128, 128, vector, 4});
    in_tiles.push_back({form, 256, 256, vector, 2});
  }
  const bool has_rows = rows >= k_few_rows;
  std::vector<ScanNumbers>& list = has_rows ? in_rows : in_tiles;
  const std::vector<ScanNumbers>& last = has_rows ? in_tiles : in_rows;
  list.insert(list.end(), last.begin(), last.end());
  return list;
}

}  // namespace whet::write
