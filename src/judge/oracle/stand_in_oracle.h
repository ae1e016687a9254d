// A reference that takes seconds at a real size beside the original kernel, which takes milliseconds there. The
// reference is asked first. Where it has taken long and the original agrees with it, the original stands in for it from
// then on; no kernel is refused on the original's word alone (Oracle::authority), unless the reference takes longer
// than a search can wait.
//
// Where the reference has a form for a GPU, in double, that one answers at large sizes instead of either.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "judge/oracle/oracle.h"
#include "problem/smaller_case.h"
#include "problem/verdict.h"

namespace whet {

class StandInOracle : public Oracle {
 public:
  static constexpr double k_slow_seconds = 0.5;  // of all its answers at a case

  StandInOracle(std::unique_ptr<Oracle> reference, std::unique_ptr<Oracle> original, Problem problem,
                const FileSystem& files, double slow_seconds = k_slow_seconds);

  // `reference` is the same one, and gives up after so many seconds. Where it does, the original stands in if it agrees
  // with the reference at smaller sizes, and has the last word.
  void hurry(std::unique_ptr<Oracle> reference, double patience_seconds);

  // `on_gpu` computes what the reference does. It answers at sizes that are not small if it agrees with the reference
  // at smaller ones, and has the last word there.
  void prefer(std::unique_ptr<Oracle> on_gpu) { on_gpu_ = std::move(on_gpu); }

  Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) override;
  // Only small questions are worked on in advance: nobody knows yet how long the others take.
  void prepare(const std::vector<Question>& questions) override;
  Oracle* authority(const ResolvedCase& resolved) override;
  bool is_original_alone(const ResolvedCase& resolved) override;
  void set_arrays(ArrayMath& arrays) override;
  std::vector<std::string> notes() const override;

 private:
  enum class Standing { unknown, on_gpu, stands_in, stands_in_alone, differs };
  struct Case {
    Standing standing = Standing::unknown;
    std::string name;
    double seconds = 0;  // of all of the reference's answers
    uint64_t by_reference = 0, by_original = 0, by_gpu = 0;
    int smaller_sizes = 0, tried_sizes = 0;  // at which both agree too, of those that were tried
  };
  Result<NumberArrays> asked_reference(const ResolvedCase& resolved, const ArrayContents& inputs, Case& at);
  // Its answer at a case that it was not asked at before; empty if the original has to stand in for it.
  Result<std::optional<NumberArrays>> asked_in_haste(const ResolvedCase& resolved, const ArrayContents& inputs,
                                                     Case& at);
  // Whether the form for a GPU is to answer at a case.
  bool goes_to_gpu(const ResolvedCase& resolved, Case& at);
  void leave_gpu(const std::string& why);
  bool agrees(Oracle& asked, const ResolvedCase& resolved, const ArrayContents& inputs, const NumberArrays& truth);
  Result<Verdict> compared(Oracle& asked, const ResolvedCase& resolved, const ArrayContents& inputs,
                           const NumberArrays& truth);
  // Looks at some smaller sizes, odd ones among them, where not every kernel is right.
  void try_smaller_sizes(Oracle& asked, const ResolvedCase& resolved, Case& at, uint64_t most_bytes,
                         int64_t least = k_least_halved);
  Case& case_of(const ResolvedCase& resolved);

  std::unique_ptr<Oracle> reference_, original_;
  std::unique_ptr<Oracle> hurried_, on_gpu_;  // may be none
  double patience_seconds_ = 0;
  Problem problem_;
  const FileSystem& files_;
  double slow_seconds_;
  std::map<std::string, Case> cases_;  // by their sizes
  std::string why_not_on_gpu_;
};

}  // namespace whet
