// The proposer of written kernels: each schedule that fits what the kernel computes, with its numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "propose/proposal.h"
#include "write/text/written.h"

namespace whet {

// Proposes in the order of the kernels, the likeliest to be fast first, but `starts` before all others. Once some are
// timed, every other proposal is the kernel that differs least from the fastest.
class KernelWriter : public Proposer {
 public:
  // `starts` are memos of proposals; those of other kernels are ignored.
  explicit KernelWriter(std::vector<write::WrittenKernel> kernels, const std::vector<std::string>& starts = {});

  std::string name() const override { return "writer"; }
  std::vector<Proposal> propose(size_t count) override;
  Proposal standard() const override { return {}; }
  bool admits(const Proposal& proposal) const override;
  void learn(const Proposal& proposal, const search::Outcome& outcome) override;
  // Nothing is forgotten: a written kernel is proposed once.
  void restart(uint64_t, const Proposal&, const std::vector<Proposal>&) override {}

 private:
  struct Entry {
    write::WrittenKernel kernel;
    bool is_proposed = false;
    std::optional<double> seconds;
  };
  const Entry* fastest() const;
  Entry* next(bool is_near);

  std::vector<Entry> entries_;
  bool is_near_turn_ = false;
};

// A written kernel as a proposal; its memo says schedule and numbers.
Proposal proposal_of(const write::WrittenKernel& kernel);

}  // namespace whet
