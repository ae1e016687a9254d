#include "write/map_schedules.h"

#include "write/map_list.h"
#include "write/schedule_adder.h"

namespace whet::write {

namespace {

struct SerialMapNumbers {
  int64_t threads;  // of a block
};

}  // namespace

void add_moves(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "tiles", tiles_numbers(subject, nest),
      [&](const TilesNumbers& numbers) { return write_tiles(subject, nest, numbers); }, found);
  add_schedule(
      subject, "stencil", stencil_numbers(subject, nest),
      [&](const StencilNumbers& numbers) { return write_stencil(subject, nest, numbers); }, found);
}

void add_map(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "map", map_numbers(subject, nest),
      [&](const MapNumbers& numbers) { return write_map(subject, nest, numbers); }, found);
}

void add_serial_map(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "map", std::vector<SerialMapNumbers>{{256}, {128}, {64}},
      [&](const SerialMapNumbers& each) { return write_map(subject, nest, {each.threads, 1, 1, true}); }, found);
}

}  // namespace whet::write
