#include "write/map_list.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "write/access_widths.h"
#include "write/subject/inner_index.h"
#include "write/usual_sizes.h"

namespace whet::write {

namespace {

// Whether neighbouring elements of the inner index lie apart in some array.
bool has_strides(const Subject& subject, const Nest& nest) {
  if (nest.space.empty()) return false;
  const Expr inner = nest.space.back().variable;
  const auto is_apart = [&](Expr offset, int64_t bytes) {
    return motion(subject.arena, offset, inner, static_cast<int>(bytes)) == Motion::strided;
  };
  for (const lift::Statement& statement : nest.statements) {
    if (is_apart(statement.offset, statement.bytes)) return true;
    for (const Expr load : parts_of_kind(subject.arena, {statement.value}, lift::Kind::load)) {
      if (is_apart(subject.arena[load].args[1], subject.arena[load].bytes)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<MapNumbers> map_numbers(const Subject& subject, const Nest& nest) {
  std::vector<MapNumbers> list;
  std::vector<int64_t> packs = pack_lengths(widths_of(subject, nest));
  // Along members of structs a pack of elements pulls the accesses of neighbouring lanes further apart.
  if (has_strides(subject, nest)) std::reverse(packs.begin(), packs.end());
  for (const int64_t vector : packs) {
    for (const int64_t in_flight : {2, 1, 4}) {
      for (const int64_t threads : {256, 128, 512})
        list.push_back({threads, vector, vector == 1 ? 2 * in_flight : in_flight});
    }
  }
  return list;
}

std::vector<TilesNumbers> tiles_numbers(const Subject& subject, const Nest& nest) {
  const AccessWidths widths = widths_of(subject, nest);
  std::vector<TilesNumbers> list;
  for (const int64_t bytes : {16, 8, 4}) {   // of a pack of the widest element
    for (const int64_t line : {256, 128}) {  // bytes of the widest element along a tile
      const int64_t tile = line / widths.widest, vector = std::max<int64_t>(1, bytes / widths.widest);
      const int64_t squares = (tile / vector) * (tile / vector);
      if (tile * tile * widths.widest > k_plain_shared) continue;
      for (const int64_t threads : {256, 128, 64}) {
        const int64_t held = squares / threads * vector * vector * widths.widest;  // bytes of a thread
        if (squares % threads == 0 && held <= k_most_held_bytes) list.push_back({threads, tile, vector});
      }
    }
  }
  for (const int64_t threads : {256, 128}) list.push_back({threads, 32, 1});
  return list;
}

std::vector<StencilNumbers> stencil_numbers(const Subject& subject, const Nest& nest) {
  const int64_t word = k_widest_word / widths_of(subject, nest).widest;
  if (nest.space.size() == 1) {
    std::vector<StencilNumbers> list;
    for (const int64_t vector : {word, 2 * word, int64_t{1}}) {
      for (const int64_t threads : {256, 128, 512}) list.push_back({threads, threads, 1, vector, false});
    }
    return list;
  }
  return {{256, 32, 4, word, false}, {256, 32, 8, word, true},  {128, 32, 4, word, false}, {256, 32, 4, word, true},
          {256, 32, 2, word, false}, {256, 64, 4, word, false}, {128, 32, 8, word, false}, {256, 32, 16, word, true},
          {512, 32, 4, word, false}, {256, 32, 4, 1, false},    {256, 32, 8, 1, true},     {256, 32, 1, word, false}};
}

}  // namespace whet::write
