#include "propose/kernel_writer.h"

#include <algorithm>

namespace whet {

namespace {

constexpr size_t k_other_schedule = 100;  // counts as so many different numbers

size_t differences(const write::WrittenKernel& a, const write::WrittenKernel& b) {
  size_t count = a.schedule == b.schedule ? 0 : k_other_schedule;
  for (const write::WrittenConstant& constant : a.constants) {
    const bool is_there = std::any_of(b.constants.begin(), b.constants.end(), [&](const write::WrittenConstant& other) {
      return other.name == constant.name && other.value == constant.value;
    });
    if (!is_there) ++count;
  }
  return count;
}

std::string memo_of(const write::WrittenKernel& kernel) {
  return "written: " + kernel.describe();
}

}  // namespace

Proposal proposal_of(const write::WrittenKernel& kernel) {
  Proposal proposal;
  proposal.source = kernel.file();
  proposal.memo = memo_of(kernel);
  return proposal;
}

KernelWriter::KernelWriter(std::vector<write::WrittenKernel> kernels, const std::vector<std::string>& starts) {
  const auto turn = [&](const write::WrittenKernel& kernel) {
    return std::find(starts.begin(), starts.end(), memo_of(kernel)) - starts.begin();
  };
  std::stable_sort(kernels.begin(), kernels.end(), [&](const auto& a, const auto& b) { return turn(a) < turn(b); });
  for (write::WrittenKernel& kernel : kernels) entries_.push_back({std::move(kernel), false, std::nullopt});
}

const KernelWriter::Entry* KernelWriter::fastest() const {
  const Entry* best = nullptr;
  for (const Entry& entry : entries_) {
    if (entry.seconds && (!best || *entry.seconds < *best->seconds)) best = &entry;
  }
  return best;
}

KernelWriter::Entry* KernelWriter::next(bool is_near) {
  const Entry* const best = is_near ? fastest() : nullptr;
  Entry* chosen = nullptr;
  size_t fewest = 0;
  for (Entry& entry : entries_) {
    if (entry.is_proposed) continue;
    const size_t distance = best ? differences(entry.kernel, best->kernel) : 0;
    if (!chosen || distance < fewest) chosen = &entry, fewest = distance;
  }
  return chosen;
}

std::vector<Proposal> KernelWriter::propose(size_t count) {
  std::vector<Proposal> proposals;
  while (proposals.size() < count) {
    Entry* const entry = next(is_near_turn_);
    if (!entry) break;
    is_near_turn_ = !is_near_turn_;
    entry->is_proposed = true;
    proposals.push_back(proposal_of(entry->kernel));
  }
  return proposals;
}

bool KernelWriter::admits(const Proposal& proposal) const {
  const auto is_own = [&](const Entry& entry) { return entry.kernel.file() == proposal.source; };
  return proposal.tunables.empty() && proposal.sidecar.empty() && std::any_of(entries_.begin(), entries_.end(), is_own);
}

void KernelWriter::learn(const Proposal& proposal, const search::Outcome& outcome) {
  for (Entry& entry : entries_) {
    if (entry.kernel.file() != proposal.source) continue;
    entry.is_proposed = true;
    if (outcome.works()) entry.seconds = outcome.seconds;
  }
}

}  // namespace whet
