#include "propose/mind_proposer.h"

#include <algorithm>

#include <fmt/format.h>

#include "consult/prompt/constant_part.h"
#include "consult/text/fence.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_most_repairs = 2;  // of one kernel
constexpr size_t k_most_useless = 2;  // dialogues in a row without a kernel: then the mind is given up
constexpr size_t k_reason_bytes = 6'000;
constexpr size_t k_said_bytes = 300;  // of a server's or command's own words

std::vector<std::string> names_in(const Problem& problem) {
  std::vector<std::string> names = {problem.entry};
  for (const ProblemArgument& argument : problem.arguments) names.push_back(argument.name);
  for (const ProblemArgument& argument : problem.scratch) names.push_back(argument.name);
  for (const Dimension& dim : problem.dims) names.push_back(dim.name);
  for (const Tunable& tunable : problem.tunables) names.push_back(tunable.name);
  return names;
}

}  // namespace

MindProposer::MindProposer(const Problem& problem, consult::MindCalls calls, const MindSettings& settings,
                           consult::Redaction redaction, consult::Replies replies, const Knowledge& knowledge)
    : problem_(problem),
      calls_(std::move(calls)),
      settings_(settings),
      redaction_(std::move(redaction)),
      replies_(std::move(replies)),
      knowledge_(knowledge),
      known_{consult::fingerprint(problem.source)} {}

Result<std::unique_ptr<MindProposer>> MindProposer::make(const Problem& problem, consult::MindCalls calls,
                                                         const MindSettings& settings, const Knowledge& knowledge) {
  TRY(replies, consult::Replies::load(knowledge));
  consult::Redaction redaction;
  if (settings.redacts) {
    TRY(replacing, consult::Redaction::replacing(knowledge, names_in(problem)));
    redaction = std::move(replacing);
  }
  return std::unique_ptr<MindProposer>(
      new MindProposer(problem, std::move(calls), settings, std::move(redaction), std::move(replies), knowledge));
}

// The constant part is kept in the journal: the lessons of a resumed run are not those that it began with.
void MindProposer::take(const Orders& orders) {
  if (!orders.brief) return;
  brief_ = orders.brief;
  const auto studied = study({});
  const consult::KernelEvidence evidence = studied_ ? studied_->evidence : consult::KernelEvidence{};
  methods_ = consult::possible_methods(knowledge_, brief_->sm, evidence.plan);
  auto constant = calls_.keep("the constant part of prompts", [&]() -> Result<std::string> {
    return consult::constant_part(
        {problem_, brief_->cases, brief_->gpu, brief_->sm, brief_->meaning, evidence, brief_->lessons, brief_->learned},
        redaction_, knowledge_);
  });
  if (!studied) ended_ = studied.error().what;
  if (!constant)
    ended_ = constant.error().what;
  else
    constant_ = std::move(*constant);
}

Result<void> MindProposer::study(const Proposal& proposal) {
  TRY(studied, brief_->study(proposal));
  studied_ = std::move(studied);
  studied_->source = consult::with_plain_lines(std::move(studied_->source));
  leader_ = proposal;
  given_.clear();
  return {};
}

std::vector<Proposal> MindProposer::propose(size_t count) {
  std::vector<Proposal> proposals;
  if (!brief_) return proposals;
  widest_ = std::max(widest_, level());
  while (proposals.size() < count && ended_.empty()) {
    const auto rejected =
        std::find_if(threads_.begin(), threads_.end(), [](const Thread& each) { return each.is_rejected; });
    if (rejected != threads_.end()) {
      Thread thread = std::move(*rejected);
      threads_.erase(rejected);
      if (!advance(std::move(thread), proposals)) break;
      continue;
    }
    auto thread = begin_thread();
    if (!thread) {
      ended_ = thread.error().what;
      break;
    }
    if (!advance(std::move(*thread), proposals)) break;
  }
  ++stale_;
  return proposals;
}

Result<MindProposer::Thread> MindProposer::begin_thread() {
  const MindLevel now = level();
  const bool is_original = leader_ == Proposal{};
  const std::string shown = redaction_.source(studied_->source);
  consult::FreshInputs inputs{
      shown,
      studied_->problem,
      is_original ? "This is the original."
                  : "This is the best version so far: " + redaction_.words(describe(leader_)) + ".",
      studied_->evidence,
      attempts_,
      fmt::format("Candidates of this run so far: {}. Answers of minds so far: {}{}.", attempts_.size(),
                  calls_.spent().calls,
                  calls_.limits().calls ? fmt::format(" of at most {}", *calls_.limits().calls) : ""),
      task(now),
      now == MindLevel::more_context ? consult::k_wide_scope : consult::k_usual_scope};
  TRY(fresh, consult::fresh_part(inputs, redaction_, knowledge_));
  return Thread{consult::Dialogue(mind_for(now), constant_, std::move(fresh)), shown, {}};
}

bool MindProposer::advance(Thread thread, std::vector<Proposal>& proposals) {
  const consult::AnswerRules rules{problem_,
                                   thread.shown,
                                   methods_,
                                   known_,
                                   [&](const std::string& source) { return redaction_.source_back(source); },
                                   [&](const std::string& words) { return redaction_.words_back(words); },
                                   [&](const std::string& words) { return redaction_.words(words); }};
  const size_t mind = thread.dialogue.mind();
  const auto step = thread.dialogue.next(calls_, replies_, rules);
  if (!step) return give_up(mind, step.error());
  if (!step->kernel) {
    if (++useless_ < k_most_useless) return true;
    useless_ = 0;
    return give_up(mind, failed(fmt::format("{} answers in a row could not be used, the last because {}",
                                            k_most_useless * (consult::k_most_refusals + 1), step->refused)));
  }
  useless_ = 0;
  thread.proposal = proposal_of(*step->kernel, mind);
  thread.is_rejected = false;
  known_.insert(consult::fingerprint(thread.proposal.source));
  brought_.push_back(thread.proposal);
  proposals.push_back(thread.proposal);
  threads_.push_back(std::move(thread));
  return true;
}

// Another mind goes on, if there is one. What the user stopped has not failed.
bool MindProposer::give_up(size_t mind, const Error& error) {
  if (calls_.is_stopped()) return false;
  const bool is_limit = !calls_.limit_reached(mind, {}).empty();
  const std::string said(trim(std::string_view(error.details).substr(0, k_said_bytes)));
  const std::string reason = fmt::format("{}: {}{}", calls_.name(mind), error.what, said.empty() ? "" : ": " + said);
  std::erase_if(threads_, [&](const Thread& each) { return each.is_rejected && each.dialogue.mind() == mind; });
  failures_ += (failures_.empty() ? "" : "; ") + reason;
  if (!is_limit && mind + 1 < calls_.minds()) {
    first_mind_ = std::max(first_mind_, mind + 1);
    return true;
  }
  ended_ = failures_;
  return false;
}

Proposal MindProposer::proposal_of(const consult::AcceptedAnswer& answer, size_t mind) {
  Proposal proposal;
  proposal.source = answer.source;
  proposal.methods = answer.methods;
  const std::string memo = calls_.name(mind) + ": " + answer.memo;
  proposal.memo = memo;
  for (size_t i = 2; !memos_.insert(proposal.memo).second; ++i) proposal.memo = fmt::format("{} ({})", memo, i);
  return proposal;
}

bool MindProposer::admits(const Proposal& proposal) const {
  return std::find(brought_.begin(), brought_.end(), proposal) != brought_.end();
}

MindProposer::Thread* MindProposer::thread_of(const Proposal& proposal) {
  const auto found =
      std::find_if(threads_.begin(), threads_.end(), [&](const Thread& each) { return each.proposal == proposal; });
  return found == threads_.end() ? nullptr : &*found;
}

void MindProposer::hear(const Proposal& proposal, const ProposalVerdict& verdict) {
  attempts_.push_back({describe(proposal), proposal.methods, verdict.word, verdict.reason, verdict.speedup});
  if (!proposal.source.empty()) known_.insert(consult::fingerprint(proposal.source));
  Thread* const thread = thread_of(proposal);
  if (!thread) return;
  if (!verdict.outcome.works() && thread->repairs < k_most_repairs) return tell_rejected(*thread, verdict);
  std::erase_if(threads_, [&](const Thread& each) { return each.proposal == proposal; });
}

void MindProposer::tell_rejected(Thread& thread, const ProposalVerdict& verdict) {
  ++thread.repairs;
  thread.is_rejected = true;
  thread.shown = redaction_.source(consult::with_plain_lines(thread.proposal.source));
  const bool is_compiled = verdict.outcome.failure != search::Failure::compile;
  thread.dialogue.tell(
      replies_.text(is_compiled ? "not_right" : "not_compiled",
                    {{"outcome", verdict.word},
                     {"reason", consult::fenced(redaction_.words(verdict.reason.substr(0, k_reason_bytes)), "data")},
                     {"kernel", consult::fenced(thread.shown, "cuda data")}}));
}

void MindProposer::led_by(const Proposal& proposal, double gain) {
  if (!brief_) return;
  if (gain > 1) stale_ = 0;
  (void)study(proposal);  // otherwise the version before it is shown further
}

}  // namespace whet
