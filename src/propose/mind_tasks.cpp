// What a mind is asked to do, by how long nothing was gained.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "propose/mind_proposer.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_families_named = 6;

std::string axis_of(const std::string& method) {
  return method.substr(0, method.find('.'));
}

const char* words_for(MindLevel level) {
  switch (level) {
    case MindLevel::planned:
      return "the methods of the plan";
    case MindLevel::other_family:
      return "methods of other families";
    case MindLevel::second_mind:
      return "methods of other families and the second mind";
    case MindLevel::more_context:
      return "methods of other families, every mind, and all counters and machine code";
  }
  return "";
}

}  // namespace

// The first quarter of the patience with what is planned, the last with all that is known.
MindLevel MindProposer::level() const {
  const size_t quarter = 4 * stale_ / std::max<size_t>(1, settings_.patience);
  return static_cast<MindLevel>(std::min<size_t>(quarter, static_cast<size_t>(MindLevel::more_context)));
}

size_t MindProposer::mind_for(MindLevel level) const {
  const size_t wanted = level >= MindLevel::second_mind ? calls_.minds() - 1 : 0;
  return std::max(wanted, first_mind_);
}

std::string MindProposer::task(MindLevel level) {
  const consult::PagePlaces places = {
      {"stale", std::to_string(stale_)}, {"tried", tried_methods()}, {"families", families()}};
  if (level == MindLevel::planned) return method_task();
  if (level == MindLevel::more_context) return replies_.text("task_more_context", places);
  if (level == MindLevel::second_mind && mind_for(level) > first_mind_)
    return replies_.text("task_second_mind", places);
  return replies_.text("task_other_family", places);
}

// The first method of the plan that was not a task since this version leads.
std::string MindProposer::method_task() {
  if (!studied_->evidence.plan) return replies_.text("task_free");
  for (const PlannedMethod& planned : studied_->evidence.plan->methods) {
    const Method& method = planned.method;
    const bool is_possible = std::find(methods_.begin(), methods_.end(), method.id) != methods_.end();
    if (!is_possible || !given_.insert(method.id).second) continue;
    return replies_.text("task_planned",
                         {{"method", method.id}, {"method_name", method.name}, {"method_what", method.what}});
  }
  return replies_.text("task_free");
}

std::string MindProposer::tried_methods() const {
  std::set<std::string> tried;
  for (const consult::Attempt& attempt : attempts_) tried.insert(attempt.methods.begin(), attempt.methods.end());
  return tried.empty() ? "no method was named" : join({tried.begin(), tried.end()}, ", ");
}

// Methods that nobody tried, those of the axis that was tried least first.
std::string MindProposer::families() const {
  std::map<std::string, size_t> uses;
  std::set<std::string> tried;
  for (const consult::Attempt& attempt : attempts_) {
    for (const std::string& method : attempt.methods) ++uses[axis_of(method)], tried.insert(method);
  }
  std::vector<std::string> open;
  std::copy_if(methods_.begin(), methods_.end(), std::back_inserter(open),
               [&](const std::string& method) { return !tried.contains(method); });
  const auto use = [&](const std::string& method) {
    const auto found = uses.find(axis_of(method));
    return found == uses.end() ? size_t{0} : found->second;
  };
  std::stable_sort(open.begin(), open.end(), [&](const auto& a, const auto& b) { return use(a) < use(b); });
  open.resize(std::min(open.size(), k_families_named));
  return open.empty() ? "none of the catalogue is left" : join(open, ", ");
}

std::string MindProposer::account() const {
  std::map<std::string, size_t> outcomes;
  for (const consult::Attempt& attempt : attempts_) {
    const bool is_own = std::any_of(brought_.begin(), brought_.end(),
                                    [&](const Proposal& each) { return describe(each) == attempt.what; });
    if (is_own) ++outcomes[attempt.outcome];
  }
  std::string kernels;
  for (const auto& [outcome, count] : outcomes)
    kernels += fmt::format("{}{} {}", kernels.empty() ? "" : ", ", count, outcome);
  std::string text = fmt::format("minds gave {} kernel{}{} in {} calls, with {} (tried: {})", brought_.size(),
                                 brought_.size() == 1 ? "" : "s", kernels.empty() ? "" : " (" + kernels + ")",
                                 calls_.spent().calls, words_for(widest_), tried_methods());
  if (studied_ && !studied_->evidence.limited_by.empty()) text += "; look at " + studied_->evidence.limited_by;
  if (studied_ && !studied_->evidence.findings.empty()) text += ": " + studied_->evidence.findings.front().text;
  return text;
}

}  // namespace whet
