#include "propose/kernel_writer.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "learn/written_memo.h"
#include "propose/schedule_methods.h"
#include "propose/written_parts.h"

namespace whet {

namespace {

constexpr size_t k_other_schedule = 100;  // counts as so many different numbers
constexpr double k_clearly_slower = 1.5;  // than the fastest
constexpr double k_nearly = 0.1;          // of the time: by as much the plan may outweigh what is predicted

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
  return learn::written_memo(kernel);
}

}  // namespace

Proposal proposal_of(const write::WrittenKernel& kernel) {
  Proposal proposal;
  proposal.source = kernel.file();
  proposal.memo = memo_of(kernel);
  return proposal;
}

KernelWriter::KernelWriter(std::vector<write::WrittenKernel> kernels, const std::vector<std::string>& starts,
                           std::vector<write::WrittenKernel> further, bool planned)
    : planned_(planned) {
  const auto turn = [&](const Entry& entry) {
    return std::find(starts.begin(), starts.end(), memo_of(entry.kernel)) - starts.begin();
  };
  for (write::WrittenKernel& kernel : kernels) entries_.push_back({std::move(kernel)});
  for (write::WrittenKernel& kernel : further) entries_.push_back({std::move(kernel), false, true});
  for (Entry& entry : entries_) entry.is_start = turn(entry) < std::ssize(starts);
  std::stable_sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) { return turn(a) < turn(b); });
}

// Predicted kernels exchange places among themselves; starts and others keep theirs.
void KernelWriter::take(const Orders& orders) {
  if (!orders.plan) return;
  std::vector<size_t> places;
  std::vector<Entry> moved;
  for (size_t i = 0; i < entries_.size(); ++i) {
    entries_[i].favour = 1 - k_nearly * share_of_plan(entries_[i].kernel, *orders.plan);
    if (entries_[i].is_start || entries_[i].is_further || !entries_[i].kernel.predicted_overall) continue;
    places.push_back(i);
    moved.push_back(entries_[i]);
  }
  std::stable_sort(moved.begin(), moved.end(), [](const Entry& a, const Entry& b) {
    return *a.kernel.predicted_overall * a.favour < *b.kernel.predicted_overall * b.favour;
  });
  for (size_t i = 0; i < places.size(); ++i) entries_[places[i]] = std::move(moved[i]);
}

const KernelWriter::Entry* KernelWriter::fastest() const {
  const Entry* best = nullptr;
  for (const Entry& entry : entries_) {
    if (entry.seconds && (!best || *entry.seconds < *best->seconds)) best = &entry;
  }
  return best;
}

// Measured over predicted, as the mean of the logarithms; kernels count by how like this one they are.
std::optional<double> KernelWriter::expected(const Entry& entry) const {
  if (!entry.kernel.predicted_overall) return std::nullopt;
  double sum = 0, all = 0;
  for (const Entry& known : entries_) {
    if (!known.seconds || !known.kernel.predicted_overall) continue;
    const double near = 1 / (1 + static_cast<double>(differences(known.kernel, entry.kernel)));
    sum += near * near * std::log(*known.seconds / *known.kernel.predicted_overall);
    all += near * near;
  }
  return *entry.kernel.predicted_overall * (all > 0 ? std::exp(sum / all) : 1);
}

KernelWriter::Entry* KernelWriter::next(bool is_near) {
  const Entry* const best = fastest();
  Entry* chosen = nullptr;
  // Starts first, slow ones last; then those next to the fastest; then by what is expected, once something was timed.
  std::tuple<bool, bool, size_t, double> least{};
  for (Entry& entry : entries_) {
    const bool is_waiting =
        entry.is_further && !entry.is_start && (!best || best->kernel.schedule != entry.kernel.schedule);
    if (entry.is_proposed || is_waiting) continue;
    const double seconds = best && !entry.is_start ? expected(entry).value_or(0) : 0;
    const bool is_slow = best && seconds > k_clearly_slower * best->seconds.value_or(0);
    const bool by_distance = is_near && best && !is_slow;
    const std::tuple rank{!entry.is_start, is_slow, by_distance ? differences(entry.kernel, best->kernel) : 0,
                          seconds * entry.favour};
    if (!chosen || rank < least) chosen = &entry, least = rank;
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

const KernelWriter::Entry* KernelWriter::entry_of(const Proposal& proposal) const {
  if (!proposal.tunables.empty() || !proposal.sidecar.empty()) return nullptr;
  const auto is_own = [&](const Entry& entry) { return entry.kernel.file() == proposal.source; };
  const auto found = std::find_if(entries_.begin(), entries_.end(), is_own);
  return found == entries_.end() ? nullptr : &*found;
}

bool KernelWriter::admits(const Proposal& proposal) const {
  return entry_of(proposal) != nullptr;
}

std::vector<const write::WrittenKernel*> KernelWriter::kernels() const {
  std::vector<const write::WrittenKernel*> found;
  for (const Entry& entry : entries_) found.push_back(&entry.kernel);
  return found;
}

std::vector<ProposalPart> KernelWriter::parts(const Proposal& proposal) const {
  std::vector<ProposalPart> parts;
  const Entry* const entry = entry_of(proposal);
  if (!entry) return parts;
  for (WrittenPart& each : parts_of(entry->kernel, kernels())) parts.push_back(std::move(each.part));
  return parts;
}

std::optional<Proposal> KernelWriter::without(const Proposal& proposal, const std::vector<std::string>& parts) const {
  const Entry* const entry = entry_of(proposal);
  const write::WrittenKernel* const rest = entry ? without_parts(entry->kernel, parts, kernels()) : nullptr;
  return rest ? std::optional(proposal_of(*rest)) : std::nullopt;
}

void KernelWriter::learn(const Proposal& proposal, const search::Outcome& outcome) {
  for (Entry& entry : entries_) {
    if (entry.kernel.file() != proposal.source) continue;
    entry.is_proposed = true;
    if (outcome.works()) entry.seconds = outcome.seconds;
  }
}

}  // namespace whet
