#include "vgpu/machine/store_window.h"

#include <algorithm>

#include "vgpu/machine/warp.h"

namespace whet::vgpu {

namespace {

// The sixth line is still merged in five of eight cases, as measured with structs of six words.
bool is_kept(uint64_t line, size_t place) {
  return place < 5 || (line * 0x9e3779b97f4a7c15ull >> 61) < 5;
}

}  // namespace

void StoreWindow::follow(const Warp& warp) {
  if (warp_ == &warp && executed_ == warp.executed()) return;
  lines_ = {};
  warp_ = &warp;
  executed_ = warp.executed();
}

void StoreWindow::forget(const Warp& warp) {
  if (warp_ == &warp) *this = {};
}

uint8_t StoreWindow::add(const Warp& warp, uint64_t line, uint8_t sectors) {
  follow(warp);
  const auto found = std::find_if(lines_.begin(), lines_.end(),
                                  [line](const Line& there) { return there.sectors != 0 && there.line == line; });
  const auto place = static_cast<size_t>(found - lines_.begin());
  const uint8_t waiting = found != lines_.end() && is_kept(line, place) ? found->sectors : 0;
  std::move_backward(lines_.begin(), found == lines_.end() ? found - 1 : found,
                     found == lines_.end() ? found : found + 1);
  lines_.front() = {line, static_cast<uint8_t>(waiting | sectors)};
  return sectors & static_cast<uint8_t>(~waiting);
}

}  // namespace whet::vgpu
