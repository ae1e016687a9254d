#include "vgpu/program/block_deal.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace whet::vgpu {

namespace {

// Blocks with equal work differ in duration: by up to this fraction, uniformly.
constexpr double k_unequal = 0.2;
constexpr double k_start = 40;  // the start of a block takes as long as this many instructions

struct Part {
  double blocks = 0;  // with the same figures
  double duration = 0, work = 0, sectors = 0;
};

// Splits a range into its longest block, if that is an outlier, and the others, which share their mean.
void add_parts(const WorkRange& range, double blocks, std::vector<Part>& parts) {
  const double run = static_cast<double>(range.blocks);
  const auto mean = [&](uint64_t BlockWork::* figure) { return static_cast<double>(range.sum.*figure) / run; };
  const Part all{blocks, mean(&BlockWork::longest) + k_start, mean(&BlockWork::instructions),
                 mean(&BlockWork::sectors)};
  const double longest = static_cast<double>(range.most.longest) + k_start;
  if (range.blocks < 2 || longest < 1.5 * all.duration) {
    parts.push_back(all);
    return;
  }
  const double rest = run - 1;
  const auto without = [&](uint64_t BlockWork::* figure) {
    return std::max(0.0, static_cast<double>(range.sum.*figure - range.most.*figure)) / rest;
  };
  parts.push_back({1, longest, static_cast<double>(range.most.instructions), static_cast<double>(range.most.sectors)});
  parts.push_back({blocks - 1, without(&BlockWork::longest) + k_start, without(&BlockWork::instructions),
                   without(&BlockWork::sectors)});
}

std::vector<Part> parts_of(const GridWork& work) {
  std::vector<Part> parts;
  double pending = 0;  // blocks of ranges that were not run count with the next range that was
  for (size_t i = 0; i < work.ranges().size(); ++i) {
    pending += static_cast<double>(work.blocks_in(i));
    if (work.ranges()[i].blocks == 0) continue;
    add_parts(work.ranges()[i], pending, parts);
    pending = 0;
  }
  if (!parts.empty()) parts.back().blocks += pending;
  return parts;
}

// The block slots of all SMs. The slot that is free first is on top.
class Places {
 public:
  Places(uint32_t sms, uint32_t places) : work_(sms), sectors_(sms), starts_(size_t{sms} * places) {
    for (uint32_t p = 0; p < places; ++p) {
      for (uint32_t sm = 0; sm < sms; ++sm) free_.push({0, p * sms + sm});
    }
  }

  // Puts `blocks` blocks into the slot that is free first, one after another.
  void put(const Part& part, double blocks) {
    auto [time, place] = free_.top();
    free_.pop();
    const auto sm = place % work_.size();
    work_[sm] += blocks * part.work;
    sectors_[sm] += blocks * part.sectors;
    const double unequal = 1 + k_unequal * (2 * drawn() - 1);
    time += blocks * part.duration * (blocks > 1 ? 1 : unequal);
    starts_[place] += blocks;
    if (time > end_) {
      end_ = time;
      last_ = place;
    }
    free_.push({time, place});
  }

  double end() const { return end_; }
  double starts() const { return starts_[last_]; }  // blocks in the slot that finishes last
  double most_work() const { return *std::max_element(work_.begin(), work_.end()); }
  double most_sectors() const { return *std::max_element(sectors_.begin(), sectors_.end()); }

 private:
  // The additive recurrence of the golden ratio: a sequence that covers 0 to 1 evenly.
  double drawn() { return sequence_ = sequence_ + 0.6180339887498949 - (sequence_ > 0.3819660112501051 ? 1 : 0); }

  using Free = std::pair<double, size_t>;
  std::priority_queue<Free, std::vector<Free>, std::greater<>> free_;
  std::vector<double> work_, sectors_, starts_;
  double end_ = 0, sequence_ = 0.5;
  size_t last_ = 0;
};

}  // namespace

BlockDeal deal_blocks(const GridWork& work, uint32_t sms, uint32_t places, double warps_per_block) {
  BlockDeal deal;
  const std::vector<Part> parts = parts_of(work);
  double blocks = 0, all_sectors = 0, longest = 0, largest = 0;
  for (const Part& part : parts) {
    blocks += part.blocks;
    deal.instructions += part.blocks * part.work;
    all_sectors += part.blocks * part.sectors;
    longest = std::max(longest, part.duration);
    largest = std::max(largest, part.work);
  }
  if (blocks == 0) return deal;
  // Large grids are dealt in bundles of neighbours, because only the end of the last bundles matters.
  const double bundle = std::max(1.0, blocks / (64.0 * sms * places));
  Places chip(std::max(1u, sms), std::max(1u, places));
  for (const Part& part : parts) {
    for (double left = part.blocks; left > 0; left -= bundle) chip.put(part, std::min(left, bundle));
  }
  const double mean_path = std::max(1.0, deal.instructions / blocks / std::max(1.0, warps_per_block));
  deal.rounds = std::max(longest - k_start, chip.end() - k_unequal * longest - chip.starts() * k_start) / mean_path;
  // The blocks of a crowded SM progress more slowly, so later blocks go to other SMs: the busiest SM has at most one
  // block more than the mean.
  const double most = std::min(chip.most_work(), deal.instructions / sms + largest);
  deal.work_share = most / std::max(1.0, deal.instructions);
  deal.traffic_share = all_sectors > 0 ? chip.most_sectors() / all_sectors : 0;
  return deal;
}

}  // namespace whet::vgpu
