// The proposer that asks minds: language models, or commands that answer like one.
//
//   leader ─► evidence ─► task ─► prompt ─► dialogue ─► kernel ─► judge ─► right: an attempt, told in later prompts
//                                              ▲                    └────► wrong: told, and repaired a few times
//                                              └──────────────────────────────┘
//
// While rounds bring nothing it widens: methods of other families, the second mind, machine code and counters.
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "consult/dialogue.h"
#include "consult/prompt/fresh_part.h"
#include "propose/proposal.h"

namespace whet {

struct MindSettings {
  size_t patience = 6;  // of the run: rounds without progress that end it
  bool redacts = false;
};

enum class MindLevel : uint8_t { planned, other_family, second_mind, more_context };

class MindProposer : public Proposer {
 public:
  static Result<std::unique_ptr<MindProposer>> make(const Problem& problem, consult::MindCalls calls,
                                                    const MindSettings& settings, const Knowledge& knowledge);

  std::string name() const override { return "mind"; }
  bool wants_orders() const override { return true; }
  void take(const Orders& orders) override;
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override { return {}; }
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal&, const search::Outcome&) override {}
  void hear(const Proposal& proposal, const ProposalVerdict& verdict) override;
  void led_by(const Proposal& proposal, double gain) override;
  void restart(uint64_t, const Proposal&, const std::vector<Proposal>&) override {}

  consult::MindCalls& calls() { return calls_; }
  const consult::MindCalls& calls() const { return calls_; }
  const std::string& ended() const { return ended_; }  // why it proposes no more; empty: it would
  const std::vector<Proposal>& brought() const { return brought_; }
  MindLevel widest() const { return widest_; }
  // What was tried and what a person should look at, for a run that it did not help.
  std::string account() const;

 private:
  struct Thread {
    consult::Dialogue dialogue;
    std::string shown;  // what edits refer to
    Proposal proposal;  // the last one
    size_t repairs = 0;
    bool is_rejected = false;  // its mind was told why, and shall repair it
  };
  MindProposer(const Problem& problem, consult::MindCalls calls, const MindSettings& settings,
               consult::Redaction redaction, consult::Replies replies, const Knowledge& knowledge);

  MindLevel level() const;
  size_t mind_for(MindLevel level) const;
  Result<void> study(const Proposal& proposal);
  std::string task(MindLevel level);
  std::string method_task();
  std::string families() const;
  std::string tried_methods() const;
  Result<Thread> begin_thread();
  // False: nothing more is to be had now.
  bool advance(Thread thread, std::vector<Proposal>& proposals);
  bool give_up(size_t mind, const Error& error);
  Proposal proposal_of(const consult::AcceptedAnswer& answer, size_t mind);
  Thread* thread_of(const Proposal& proposal);
  void tell_rejected(Thread& thread, const ProposalVerdict& verdict);

  Problem problem_;
  consult::MindCalls calls_;
  MindSettings settings_;
  consult::Redaction redaction_;
  consult::Replies replies_;
  const Knowledge& knowledge_;
  std::optional<MindBrief> brief_;
  std::string constant_;
  std::vector<std::string> methods_;  // that may be claimed
  Proposal leader_;
  std::optional<StudiedKernel> studied_;  // the leader
  std::set<std::string> given_;           // methods that were tasks since it leads
  std::deque<Thread> threads_;            // that wait for a verdict, or shall repair
  std::vector<consult::Attempt> attempts_;
  std::set<std::string> known_;  // fingerprints of all kernels that were tried
  std::set<std::string> memos_;
  std::vector<Proposal> brought_;
  size_t first_mind_ = 0;  // minds before it failed
  size_t stale_ = 0;       // rounds since the leader changed
  size_t useless_ = 0;     // dialogues in a row without a kernel
  MindLevel widest_ = MindLevel::planned;
  std::string failures_;  // of minds that were given up
  std::string ended_;
};

}  // namespace whet
