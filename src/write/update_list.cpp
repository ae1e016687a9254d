#include "write/update_list.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "write/access_widths.h"
#include "write/pieces.h"
#include "write/schedule/bin_counters.h"
#include "write/subject/inner_index.h"
#include "write/usual_sizes.h"

namespace whet::write {

namespace {

// Bytes of the narrowest element that is read for updates or their places.
int64_t narrowest_read(const Subject& subject, const Nest& nest) {
  int64_t narrowest = k_widest_word;
  for (const lift::Statement& statement : nest.statements) {
    for (const Expr load : parts_of_kind(subject.arena, {statement.value, statement.offset}, lift::Kind::load))
      narrowest = std::min<int64_t>(narrowest, subject.arena[load].bytes);
  }
  return narrowest;
}

}  // namespace

std::vector<HistogramNumbers> histogram_numbers(const Subject& subject, const Nest& nest) {
  std::vector<HistogramNumbers> list;
  const lift::Statement& first = nest.statements.front();
  const int64_t bins = first.update ? bin_bound(subject, first).value_or(BinBound{}).count : 0;
  const bool is_count = first.update && lift::constant(subject.arena, first.value).has_value();
  const ElementType type = subject.parameter(first.array).type;
  const int64_t most = k_plain_shared / static_cast<int64_t>(bytes_of(counter_type(type, is_count)));
  const int64_t narrowest = narrowest_read(subject, nest);
  if (bins > 0 && bins <= most) {
    const int64_t vector = k_widest_word / narrowest;
    for (const int64_t replicas : {32, 8, 1}) {
      if (bins * replicas > most) continue;
      list.push_back({1024, vector, 2, k_resident_threads / 1024, bins, replicas, false});
      list.push_back({512, vector, 2, k_resident_threads / 512, bins, replicas, false});
      if (list.size() >= 4) break;
    }
    list.push_back({512, k_widest_word / narrowest, 1, k_resident_threads / 512, bins, 1, true});
  }
  // Neighbouring lanes update neighbouring elements where places are rows: packs would pull them apart.
  list.push_back({256, 1, 4, k_resident_threads, 0, 1, false});
  list.push_back({256, 1, 1, k_resident_threads, 0, 1, false});
  list.push_back({256, k_widest_word / narrowest, 1, k_resident_threads, 0, 1, true});
  return list;
}

std::vector<ScatterNumbers> scatter_numbers(const Subject& subject, const Nest& nest) {
  if (nest.space.empty()) return {ScatterNumbers{}};  // the schedule says what is wrong
  const Nest along = with_inner_along_memory(subject, nest);
  const int64_t length = std::max<int64_t>(1, subject.size(along.space.back().count).value_or(k_usual_size));
  std::vector<ScatterNumbers> list;
  for (const int64_t vector : pack_lengths(widths_of(subject, nest))) {
    for (const int64_t in_flight : {1, 2}) {
      const int64_t lanes = std::min<int64_t>(32, power_of_two(pieces(length, vector * in_flight)));
      for (const int64_t threads : {256, 128}) list.push_back({threads, lanes, vector, in_flight});
    }
  }
  return list;
}

}  // namespace whet::write
