// Linear-scan allocation with lifetime holes (Traub et al. 1998), without spilling. The life of a register is a list of
// time spans; registers are processed in the order in which their lives start, and each gets the first slot whose spans
// are disjoint from its own:
//
//   %f1 [0,4)          slot 0
//   %f2 [1,3) [7,9)    slot 1
//   %f3 [4,7)          slot 0; slot 1 would be possible too
#include "ptx/flow/slots.h"

#include <algorithm>
#include <array>

#include "ptx/flow/liveness.h"
#include "ptx/flow/result_kind.h"

namespace whet::ptx {

namespace {

constexpr uint32_t k_lanes = 32, k_line_bytes = 64, k_scalar_bytes = 8, k_mask_bytes = 4;

// Instruction i reads at time 2i and writes at 2i+1.
struct Span {
  uint32_t first, end;  // [first, end)
};
using Life = std::vector<Span>;  // ascending and disjoint

// Bytes of a value in a lane: 2, 4, 8 or 16.
uint32_t width_of(Type type) {
  return static_cast<uint32_t>(std::max(2, bytes_of(type)));
}

// A register is live from its write to its last read. The last read extends past the writes of its instruction, so that
// no operand is overwritten before it has been read; a lane-by-lane instruction does not need this.
class Lives {
 public:
  Lives(const Function& function, const FlowGraph& graph)
      : function_(function),
        liveness_(function, graph),
        lives_(function.registers.size()),
        end_(function.registers.size(), 0) {
    for (uint32_t b = static_cast<uint32_t>(graph.blocks.size()); b-- > 0;) walk(graph.blocks[b], b);
    for (Life& life : lives_) std::reverse(life.begin(), life.end());
  }
  std::vector<Life> take() { return std::move(lives_); }

 private:
  // Walks backwards; end_[r] is the end of the current span of a live register, 0 when it is not live.
  void walk(const BasicBlock& block, uint32_t index) {
    const std::vector<uint32_t> live = liveness_.live_out(index);
    std::vector<uint32_t> open = live;
    for (const uint32_t reg : live) end_[reg] = 2 * block.end;
    for (uint32_t i = block.end; i-- > block.first;) {
      const RegisterUse& use = liveness_.use(i);
      const uint32_t read_end = 2 * i + (goes_lane_by_lane(function_.body[i]) ? 1 : 2);
      for (const uint32_t reg : use.writes) {
        add(reg, {2 * i + 1, std::max(end_[reg], 2 * i + 2)});
        end_[reg] = 0;
      }
      for (const uint32_t reg : use.reads) {
        if (end_[reg] != 0) continue;
        end_[reg] = read_end;
        open.push_back(reg);
      }
    }
    for (const uint32_t reg : open) {
      if (end_[reg] != 0) add(reg, {2 * block.first, end_[reg]});
      end_[reg] = 0;
    }
  }

  // Adds a span in front of those the life has already.
  void add(uint32_t reg, Span span) {
    Life& life = lives_[reg];
    if (!life.empty() && life.back().first <= span.end)
      life.back().first = std::min(life.back().first, span.first);
    else
      life.push_back(span);
  }

  const Function& function_;
  const Liveness liveness_;
  std::vector<Life> lives_;
  std::vector<uint32_t> end_;
};

// One slot of the frame and the times at which it is occupied.
class Place {
 public:
  bool has_room(const Life& life) const {
    auto at = taken_.begin();
    for (const Span& span : life) {
      at = std::lower_bound(at, taken_.end(), span.first, [](const Span& s, uint32_t i) { return s.end <= i; });
      if (at == taken_.end()) return true;
      if (at->first < span.end) return false;
    }
    return true;
  }

  void put(const Life& life) {
    const size_t middle = taken_.size();
    const bool at_the_end = taken_.empty() || taken_.back().end <= life.front().first;
    taken_.insert(taken_.end(), life.begin(), life.end());
    if (at_the_end) return;
    std::inplace_merge(taken_.begin(), taken_.begin() + static_cast<std::ptrdiff_t>(middle), taken_.end(),
                       [](const Span& a, const Span& b) { return a.first < b.first; });
  }

 private:
  Life taken_;  // ascending and disjoint
};

class Assignment {
 public:
  Assignment(const Function& function, const FlowGraph& graph, const Uniformity& uniformity)
      : function_(function), uniformity_(uniformity), lives_(Lives(function, graph).take()) {
    map_.registers.resize(function.registers.size());
  }

  SlotMap run() {
    place_simple(Slot::File::scalar, k_scalar_bytes);
    map_.mask_offset = map_.frame_bytes;
    place_simple(Slot::File::mask, k_mask_bytes);
    map_.mask_bytes = map_.frame_bytes - map_.mask_offset;
    map_.frame_bytes = (map_.frame_bytes + k_line_bytes - 1) / k_line_bytes * k_line_bytes;
    const uint32_t lanes_start = map_.frame_bytes;
    for (const uint32_t width : {16u, 8u, 4u, 2u}) place_lanes(width);
    map_.live_lane_bytes = map_.frame_bytes - lanes_start;
    return std::move(map_);
  }

 private:
  Slot::File file_of(uint32_t reg) const {
    if (lives_[reg].empty()) return Slot::File::unused;
    if (function_.registers[reg].type == Type::pred) return Slot::File::mask;
    return uniformity_.registers[reg] ? Slot::File::scalar : Slot::File::lanes;
  }

  void place_simple(Slot::File file, uint32_t bytes) {
    for (uint32_t reg = 0; reg < lives_.size(); ++reg) {
      if (file_of(reg) != file) continue;
      map_.registers[reg] = {file, map_.frame_bytes};
      map_.frame_bytes += bytes;
    }
  }

  void place_lanes(uint32_t width) {
    std::vector<uint32_t> order;
    for (uint32_t reg = 0; reg < lives_.size(); ++reg) {
      if (file_of(reg) == Slot::File::lanes && width_of(function_.registers[reg].type) == width) order.push_back(reg);
    }
    const auto start = [&](uint32_t reg) { return lives_[reg].front().first; };
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return start(a) < start(b); });
    std::vector<Place> places;
    for (const uint32_t reg : order) {
      const auto fits = [&](const Place& place) { return place.has_room(lives_[reg]); };
      auto place = std::find_if(places.begin(), places.end(), fits);
      if (place == places.end()) place = places.emplace(place);
      place->put(lives_[reg]);
      const auto index = static_cast<uint32_t>(place - places.begin());
      map_.registers[reg] = {Slot::File::lanes, map_.frame_bytes + index * width * k_lanes};
    }
    map_.frame_bytes += static_cast<uint32_t>(places.size()) * width * k_lanes;
  }

  const Function& function_;
  const Uniformity& uniformity_;
  std::vector<Life> lives_;
  SlotMap map_;
};

}  // namespace

SlotMap assign_slots(const Function& function, const FlowGraph& graph, const Uniformity& uniformity) {
  return Assignment(function, graph, uniformity).run();
}

}  // namespace whet::ptx
