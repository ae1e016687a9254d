#include "propose/editor.h"

#include <algorithm>
#include <limits>

#include "util/text.h"

namespace whet {

namespace {

// Fewer blocks would leave SMs of a large GPU idle.
constexpr int64_t k_least_blocks = 256;

// Whether the edit takes blocks away from a grid that has none to spare.
bool starves(const edit::Edit& each, const Problem& problem) {
  const auto before = edit::draft_of(problem), after = edit::make_all({&each}, problem);
  if (!before || !after || before->grid == after->grid) return false;
  const auto blocks = edit::blocks_of(*before, problem), left = edit::blocks_of(*after, problem);
  return blocks && left && *left < *blocks && *left < k_least_blocks;
}

constexpr std::string_view k_edited = "edited: ", k_and = " + ";

std::string edited_memo(const std::set<std::string>& names) {
  std::vector<std::string> list;
  for (const edit::Edit& each : edit::all_edits()) {
    if (names.contains(each.name)) list.push_back(each.name);
  }
  return std::string(k_edited) + join(list, std::string(k_and));
}

// The names of edits in a memo; nothing if it is not one of an edited kernel.
std::optional<std::set<std::string>> names_in(std::string_view memo) {
  if (!memo.starts_with(k_edited)) return std::nullopt;
  memo.remove_prefix(k_edited.size());
  std::set<std::string> names;
  while (!memo.empty()) {
    const size_t end = std::min(memo.find(k_and), memo.size());
    if (!edit::edit_named(memo.substr(0, end))) return std::nullopt;
    names.emplace(memo.substr(0, end));
    memo.remove_prefix(std::min(end + k_and.size(), memo.size()));
  }
  return names.empty() ? std::nullopt : std::optional(names);
}

std::vector<const edit::Edit*> edits_named(const std::set<std::string>& names) {
  std::vector<const edit::Edit*> edits;
  for (const std::string& name : names) edits.push_back(edit::edit_named(name));
  return edits;
}

}  // namespace

Editor::Editor(Problem problem, const std::vector<std::string>& starts, bool planned)
    : problem_(std::move(problem)), fitting_(edit::fitting_edits(problem_)), planned_(planned) {
  std::erase_if(fitting_.edits, [&](const edit::Edit* each) {
    const bool drops = starves(*each, problem_);
    if (drops) fitting_.unfit.push_back({each->name, "too few blocks would be left"});
    return drops;
  });
  for (const std::string& memo : starts) {
    const auto names = names_in(memo);
    if (names && proposal_of(*names)) starts_.push_back(*names);
  }
}

void Editor::take(const Orders& orders) {
  original_seconds_ = orders.original_seconds;
  if (!orders.plan) return;
  const auto turn = [&](const edit::Edit* each) {
    const auto& methods = orders.plan->methods;
    return std::find_if(methods.begin(), methods.end(),
                        [&](const PlannedMethod& planned) { return planned.method.id == each->method; }) -
           methods.begin();
  };
  std::stable_sort(fitting_.edits.begin(), fitting_.edits.end(),
                   [&](const edit::Edit* a, const edit::Edit* b) { return turn(a) < turn(b); });
}

std::optional<Proposal> Editor::proposal_of(const EditSet& names) const {
  Proposal proposal;
  if (names.empty()) return proposal;
  const auto draft = edit::make_all(edits_named(names), problem_);
  if (!draft) return std::nullopt;
  proposal.source = edit::file_of(*draft, problem_);
  proposal.memo = edited_memo(names);
  for (const ProposalPart& part : parts(proposal)) {
    const auto& known = proposal.methods;
    if (!part.method.empty() && std::find(known.begin(), known.end(), part.method) == known.end())
      proposal.methods.push_back(part.method);
  }
  return proposal;
}

// What was best before, each edit alone, then combinations.
std::vector<Editor::EditSet> Editor::next_sets() const {
  std::vector<EditSet> sets = starts_;
  for (const edit::Edit* each : fitting_.edits) sets.push_back({each->name});
  for (EditSet& each : combinations()) sets.push_back(std::move(each));
  std::erase_if(sets, [&](const EditSet& each) { return proposed_.contains(each); });
  return sets;
}

// The fastest set with one edit more or another of the same family, those that are fastest alone first. An edit that
// brings nothing alone may do so with others: the loads of coarsened threads go together only if nothing aliases.
std::vector<Editor::EditSet> Editor::combinations() const {
  const auto best = std::min_element(seconds_.begin(), seconds_.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (best == seconds_.end()) return {};
  std::vector<const edit::Edit*> order = fitting_.edits;
  const auto alone = [&](const edit::Edit* each) {
    const auto known = seconds_.find({each->name});
    return known == seconds_.end() ? std::numeric_limits<double>::infinity() : known->second;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const edit::Edit* a, const edit::Edit* b) { return alone(a) < alone(b); });
  std::vector<EditSet> sets;
  EditSet all_gains;  // every edit that gains alone, at once
  for (const edit::Edit* each : order) {
    const auto is_family = [&](const std::string& name) { return edit::edit_named(name)->family == each->family; };
    EditSet longer = best->first;
    std::erase_if(longer, is_family);
    longer.insert(each->name);
    sets.push_back(std::move(longer));
    const bool gains = original_seconds_ && alone(each) < *original_seconds_;
    if (gains && std::none_of(all_gains.begin(), all_gains.end(), is_family)) all_gains.insert(each->name);
  }
  if (all_gains.size() > 1) sets.insert(sets.begin(), std::move(all_gains));
  return sets;
}

// Combinations depend on outcomes: they wait until every edit was tried alone.
std::vector<Proposal> Editor::propose(size_t count) {
  std::vector<Proposal> proposals;
  for (const EditSet& names : next_sets()) {
    if (proposals.size() == count) break;
    if (!proposed_.insert(names).second) continue;
    if (auto proposal = proposal_of(names)) proposals.push_back(std::move(*proposal));
  }
  return proposals;
}

std::optional<Editor::EditSet> Editor::edits_of(const Proposal& proposal) const {
  const auto names = names_in(proposal.memo);
  if (!names || !proposal.tunables.empty() || !proposal.sidecar.empty()) return std::nullopt;
  const auto draft = edit::make_all(edits_named(*names), problem_);
  return draft && edit::file_of(*draft, problem_) == proposal.source ? names : std::nullopt;
}

bool Editor::admits(const Proposal& proposal) const {
  return edits_of(proposal).has_value();
}

void Editor::learn(const Proposal& proposal, const search::Outcome& outcome) {
  const auto names = edits_of(proposal);
  if (!names) return;
  proposed_.insert(*names);
  if (outcome.works()) seconds_[*names] = outcome.seconds;
}

std::vector<ProposalPart> Editor::parts(const Proposal& proposal) const {
  const auto names = names_in(proposal.memo);
  std::vector<ProposalPart> parts;
  for (const edit::Edit& each : edit::all_edits()) {
    if (names && names->contains(each.name)) parts.push_back({each.name, each.is_in_code ? each.method : ""});
  }
  return parts;
}

std::optional<Proposal> Editor::without(const Proposal& proposal, const std::vector<std::string>& left_out) const {
  auto names = edits_of(proposal);
  if (!names) return std::nullopt;
  for (const std::string& name : left_out) names->erase(name);
  return proposal_of(*names);
}

}  // namespace whet
