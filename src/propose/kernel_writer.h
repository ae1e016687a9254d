// The proposer of written kernels: each schedule that fits what the kernel computes, with its numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "propose/proposal.h"
#include "write/text/written.h"

namespace whet {

// Proposes in the order of the kernels, the likeliest to be fast first, but `starts` before all others. Once some are
// timed, what is predicted of the others is corrected by what was measured of kernels like them, and every other
// proposal is the kernel that differs least from the fastest. Kernels that are clearly slower by then come last.
//
//   rows   predicted 40 and 50 us, measured 60 us of the first   ->  75 us expected of the second
//
// Among kernels that are predicted to be nearly as fast, those come earlier that carry out methods of the diagnosis'
// plan.
class KernelWriter : public Proposer {
 public:
  // `starts` are memos of proposals; those of other kernels are ignored. `further` kernels are proposed only beside a
  // leader of their schedule: they are its numbers, varied.
  explicit KernelWriter(std::vector<write::WrittenKernel> kernels, const std::vector<std::string>& starts = {},
                        std::vector<write::WrittenKernel> further = {}, bool planned = false);

  std::string name() const override { return "writer"; }
  bool wants_orders() const override { return planned_; }
  void take(const Orders& orders) override;
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override { return {}; }
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal& proposal, const search::Outcome& outcome) override;
  bool is_whole(const Proposal& proposal) const override { return admits(proposal); }
  // Its numbers, where another kernel has the same others.
  std::vector<ProposalPart> parts(const Proposal& proposal) const override;
  std::optional<Proposal> without(const Proposal& proposal, const std::vector<std::string>& parts) const override;
  // Nothing is forgotten: a written kernel is proposed once.
  void restart(uint64_t, const Proposal&, const std::vector<Proposal>&) override {}

 private:
  struct Entry {
    write::WrittenKernel kernel;
    bool is_start = false;
    bool is_further = false;
    bool is_proposed = false;
    std::optional<double> seconds = {};
    double favour = 1;  // times what is expected: below 1 where the plan asks for what the kernel does
  };
  const Entry* entry_of(const Proposal& proposal) const;
  std::vector<const write::WrittenKernel*> kernels() const;
  const Entry* fastest() const;
  // What is expected of the kernel by now; nothing: it was not predicted.
  std::optional<double> expected(const Entry& entry) const;
  Entry* next(bool is_near);

  std::vector<Entry> entries_;
  bool planned_ = false;
  bool is_near_turn_ = false;
};

// A written kernel as a proposal; its memo says schedule and numbers.
Proposal proposal_of(const write::WrittenKernel& kernel);

}  // namespace whet
