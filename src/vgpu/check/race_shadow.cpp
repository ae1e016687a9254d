#include "vgpu/check/race_shadow.h"

#include <bit>

#include "vgpu/check/happens_before.h"

namespace whet::vgpu {

bool may_meet(const Stamp& a, const Stamp& b) {
  constexpr uint32_t k_any = Stamp::strong | Stamp::is_volatile;
  if (!(a.flags & k_any) || !(b.flags & k_any)) return false;
  if (a.block != b.block) return !a.has(Stamp::block_scope) && !b.has(Stamp::block_scope);
  return a.has(Stamp::strong) || b.has(Stamp::strong) || !a.same_warp(b);
}

void Cell::add_reader(const Stamp& stamp, const HappensBefore& order) {
  Stamp* together = nullptr;  // a read of the same warp in this epoch
  for (Stamp& read : reads) {
    if (!read.same_warp(stamp) || read.epoch != stamp.epoch || read.flags != stamp.flags) continue;
    together = &read;
    if (read.instruction == stamp.instruction) {
      read.lanes |= stamp.lanes;
      return;
    }
  }
  const int lane = std::countr_zero(stamp.lanes);
  for (Stamp& read : reads) {
    if (!read.there() || order.before(read.threads(), stamp.warp, lane)) {
      read = stamp;
      return;
    }
  }
  if (together) {
    together->lanes |= stamp.lanes;
    return;
  }
  const bool other_block = reads[0].block == reads[1].block && stamp.block != reads[0].block;
  const bool other_warp = reads[0].same_warp(reads[1]) && !stamp.same_warp(reads[0]);
  if (other_block || other_warp) reads[1] = stamp;
}

std::span<Cell> RaceShadow::cells(uint64_t address, int width) {
  Page* const found = page(address / k_page_bytes);
  if (!found) return {};
  const int wanted = width >= 4 ? 2 : width >= 2 ? 1 : 0;
  if (found->shift > wanted) split(*found, wanted);
  const uint64_t first = address % k_page_bytes >> found->shift;
  return {found->cells.data() + first, static_cast<size_t>(width >> found->shift)};
}

RaceShadow::Page* RaceShadow::page(uint64_t number) {
  if (number == last_number_) return last_;
  auto& slot = pages_[number];
  if (!slot) {
    if (used_pages_ >= most_pages_) {
      full_ = true;
      pages_.erase(number);
      return nullptr;
    }
    if (spare_.empty()) spare_.push_back(std::make_unique<Page>());
    slot = std::move(spare_.back());
    spare_.pop_back();
    slot->shift = 2;
    slot->cells.assign(k_page_words, {});
    ++used_pages_;
  }
  last_number_ = number;
  return last_ = slot.get();
}

// Divides every cell into several with the same content.
void RaceShadow::split(Page& page, int shift) {
  const size_t parts = size_t{1} << (page.shift - shift);
  std::vector<Cell> finer;
  finer.reserve(page.cells.size() * parts);
  for (const Cell& cell : page.cells) finer.insert(finer.end(), parts, cell);
  used_pages_ += (finer.size() - page.cells.size()) / k_page_words;
  page.cells = std::move(finer);
  page.shift = shift;
}

void RaceShadow::clear() {
  for (auto& [number, page] : pages_) spare_.push_back(std::move(page));
  pages_.clear();
  used_pages_ = 0;
  last_ = nullptr;
  last_number_ = ~0ull;
  full_ = false;
}

}  // namespace whet::vgpu
