#include "judge/oracle/stand_in_oracle.h"

#include <fmt/format.h>

#include <chrono>

#include "judge/oracle/rounding_slack.h"
#include "judge/trial/trial.h"
#include "problem/data/smaller_case.h"

namespace whet {

namespace {

constexpr uint64_t k_prepared_bytes = 8 << 20;  // of all arrays of a question
constexpr uint64_t k_small_bytes = 1 << 20;     // of the smaller sizes
constexpr uint64_t k_proof_number = 0x7374616e64;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ArrayContents contents_of(const NumberArrays& arrays) {
  ArrayContents contents;
  for (const NumberArray& array : arrays) contents.push_back(array.empty() ? ArrayContent() : array.content());
  return contents;
}

}  // namespace

StandInOracle::StandInOracle(std::unique_ptr<Oracle> reference, std::unique_ptr<Oracle> original, Problem problem,
                             const FileSystem& files, double slow_seconds)
    : reference_(std::move(reference)),
      original_(std::move(original)),
      problem_(std::move(problem)),
      files_(files),
      slow_seconds_(slow_seconds) {}

StandInOracle::Case& StandInOracle::case_of(const ResolvedCase& resolved) {
  std::string sizes;
  for (const NamedNumber& dimension : resolved.dims) sizes += fmt::format("{}={} ", dimension.name, dimension.value);
  Case& found = cases_[sizes];
  found.name = resolved.name;
  return found;
}

Result<NumberArrays> StandInOracle::expected(const ResolvedCase& resolved, const ArrayContents& inputs) {
  Case& at = case_of(resolved);
  if (at.standing != Standing::stands_in) return asked_reference(resolved, inputs, at);
  ++at.by_original;
  return original_->expected(resolved, inputs);
}

Result<NumberArrays> StandInOracle::asked_reference(const ResolvedCase& resolved, const ArrayContents& inputs,
                                                    Case& at) {
  const double begin = seconds_now();
  TRY(truth, reference_->expected(resolved, inputs));
  const double seconds = seconds_now() - begin;
  ++at.by_reference;
  if (seconds < slow_seconds_ || at.standing != Standing::unknown) return truth;
  at.seconds = seconds;
  TRY(agree, agrees(resolved, inputs, truth));
  at.standing = agree ? Standing::stands_in : Standing::differs;
  if (agree) at.smaller_sizes = agreeing_sizes(resolved);
  return truth;
}

Result<bool> StandInOracle::agrees(const ResolvedCase& resolved, const ArrayContents& inputs,
                                   const NumberArrays& truth) {
  original_->set_arrays(arrays());
  const auto answer = original_->expected(resolved, inputs);
  if (!answer) return false;
  const Trial trial{"reference", "the data of the reference", std::make_shared<ResolvedCase>(resolved), inputs};
  TRY(slack, rounding_slack(problem_, *original_, trial, *answer));
  TRY(verdict, compare_outputs(problem_, resolved, contents_of(*answer), truth, arrays(), slack));
  return verdict.correct();
}

int StandInOracle::agreeing_sizes(const ResolvedCase& resolved) {
  int agreeing = 0;
  for (const ResolvedCase& smaller : smaller_cases(problem_, resolved, k_small_bytes)) {
    const auto trials = make_trials(smaller, {.secret = k_proof_number, .effort = Effort::quick}, files_);
    if (!trials) continue;
    const ArrayContents& inputs = trials->front().inputs;
    const auto truth = reference_->expected(smaller, inputs);
    const auto agree = truth ? agrees(smaller, inputs, *truth) : Result<bool>(false);
    agreeing += agree && *agree;
  }
  return agreeing;
}

void StandInOracle::prepare(const std::vector<Question>& questions) {
  std::vector<Question> small;
  for (const Question& question : questions) {
    if (question.resolved.total_bytes <= k_prepared_bytes) small.push_back(question);
  }
  reference_->prepare(small);
}

Oracle* StandInOracle::authority(const ResolvedCase& resolved) {
  return case_of(resolved).standing == Standing::stands_in ? reference_.get() : nullptr;
}

std::vector<std::string> StandInOracle::notes() const {
  std::vector<std::string> notes;
  for (const auto& [sizes, at] : cases_) {
    const std::string slow = fmt::format("the reference takes {:.1f} s for an answer at case {}", at.seconds, at.name);
    if (at.standing == Standing::stands_in)
      notes.push_back(
          fmt::format("{}: it answered {} times, and the original, which agrees with it there and at {} "
                      "smaller sizes, {} times; what the original refuses is asked of the reference",
                      slow, at.by_reference, at.smaller_sizes, at.by_original));
    if (at.standing == Standing::differs)
      notes.push_back(slow + ", and the original, which could answer in its place, does not agree with it there");
  }
  return notes;
}

}  // namespace whet
