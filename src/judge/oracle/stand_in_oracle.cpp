#include "judge/oracle/stand_in_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "judge/oracle/rounding_slack.h"
#include "judge/trial/trial.h"

namespace whet {

namespace {

constexpr uint64_t k_prepared_bytes = 8 << 20;  // of all arrays of a question
constexpr uint64_t k_small_bytes = 1 << 20;     // of the smaller sizes
constexpr uint64_t k_hurried_bytes = 1 << 16;   // of those where time is short: work may grow faster than arrays
constexpr int64_t k_least_of_many = 4;          // extents that are halved where there are many of them
constexpr uint64_t k_proof_number = 0x7374616e64;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
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
  if (goes_to_gpu(resolved, at)) {
    auto answer = on_gpu_->expected(resolved, inputs);
    if (answer) return ++at.by_gpu, answer;
    leave_gpu(fmt::format("gave no answer at case {}: {}", at.name, answer.error().what));
  }
  if (at.standing == Standing::unknown || at.standing == Standing::differs)
    return asked_reference(resolved, inputs, at);
  ++at.by_original;
  return original_->expected(resolved, inputs);
}

bool StandInOracle::goes_to_gpu(const ResolvedCase& resolved, Case& at) {
  if (at.standing != Standing::unknown || !on_gpu_ || resolved.total_bytes <= k_hurried_bytes)
    return at.standing == Standing::on_gpu;
  const auto first = resolve_case(problem_, problem_.cases.front());
  // Volumes and batches of heads are small only where all their extents are. Odd sizes cannot be halved.
  for (const int64_t least : {k_least_halved, k_least_of_many}) {
    if (at.tried_sizes == 0) try_smaller_sizes(*on_gpu_, resolved, at, k_hurried_bytes, least);
    if (at.tried_sizes == 0 && first) try_smaller_sizes(*on_gpu_, *first, at, k_hurried_bytes, least);
  }
  if (at.smaller_sizes > 0 && at.smaller_sizes == at.tried_sizes) {
    at.standing = Standing::on_gpu;
    return true;
  }
  if (at.tried_sizes > 0)
    leave_gpu(fmt::format("does not agree with the reference at smaller sizes than case {}'s", at.name));
  at.smaller_sizes = at.tried_sizes = 0;
  return false;
}

// What is not right at one case is not trusted at others.
void StandInOracle::leave_gpu(const std::string& why) {
  why_not_on_gpu_ = fmt::format("{} {}, and is not used", file_name(problem_.reference.gpu), why);
  on_gpu_.reset();
  for (auto& [sizes, at] : cases_) {
    if (at.standing != Standing::on_gpu) continue;
    at.standing = Standing::unknown;
    at.smaller_sizes = at.tried_sizes = 0;
  }
}

Result<NumberArrays> StandInOracle::asked_reference(const ResolvedCase& resolved, const ArrayContents& inputs,
                                                    Case& at) {
  const double begin = seconds_now();
  TRY(in_time, asked_in_haste(resolved, inputs, at));
  if (!in_time) {
    ++at.by_original;
    return original_->expected(resolved, inputs);
  }
  NumberArrays truth = std::move(*in_time);
  ++at.by_reference;
  at.seconds += seconds_now() - begin;
  if (at.seconds < slow_seconds_ || at.standing != Standing::unknown) return truth;
  const bool agree = agrees(*original_, resolved, inputs, truth);
  if (agree) try_smaller_sizes(*original_, resolved, at, k_small_bytes);
  const bool is_proven = agree && (at.smaller_sizes > 0 || at.tried_sizes == 0);
  at.standing = is_proven ? Standing::stands_in : Standing::differs;
  return truth;
}

Result<std::optional<NumberArrays>> StandInOracle::asked_in_haste(const ResolvedCase& resolved,
                                                                  const ArrayContents& inputs, Case& at) {
  using Truth = std::optional<NumberArrays>;
  if (hurried_ && at.standing == Standing::unknown) {
    const double begin = seconds_now();
    auto answer = hurried_->expected(resolved, inputs);
    if (answer) return Truth(std::move(*answer));
    if (seconds_now() - begin >= patience_seconds_) {
      try_smaller_sizes(*original_, resolved, at, k_hurried_bytes);
      // An odd size cannot be halved; the problem's first one may be.
      const auto first = resolve_case(problem_, problem_.cases.front());
      if (at.tried_sizes == 0 && first) try_smaller_sizes(*original_, *first, at, k_hurried_bytes);
    }
    if (at.smaller_sizes > 0 && at.smaller_sizes == at.tried_sizes) {
      at.standing = Standing::stands_in_alone;
      return Truth();
    }
  }
  TRY(answer, reference_->expected(resolved, inputs));
  return Truth(std::move(answer));
}

// What goes wrong here is no error of a question that the reference has answered.
bool StandInOracle::agrees(Oracle& asked, const ResolvedCase& resolved, const ArrayContents& inputs,
                           const NumberArrays& truth) {
  const auto verdict = compared(asked, resolved, inputs, truth);
  return verdict && verdict->correct();
}

Result<Verdict> StandInOracle::compared(Oracle& asked, const ResolvedCase& resolved, const ArrayContents& inputs,
                                        const NumberArrays& truth) {
  TRY(answer, asked.expected(resolved, inputs));
  const Trial trial{"reference", "the data of the reference", std::make_shared<ResolvedCase>(resolved), inputs};
  TRY(slack, rounding_slack(problem_, asked, trial, answer));
  return compare_outputs(problem_, resolved, contents_of(answer), truth, arrays(), slack);
}

void StandInOracle::try_smaller_sizes(Oracle& asked, const ResolvedCase& resolved, Case& at, uint64_t most_bytes,
                                      int64_t least) {
  for (const ResolvedCase& smaller : smaller_cases(problem_, resolved, most_bytes, least)) {
    const auto trials = make_trials(smaller, {.secret = k_proof_number, .effort = Effort::quick}, files_);
    if (!trials) continue;
    const ArrayContents& inputs = trials->front().inputs;
    const auto truth = reference_->expected(smaller, inputs);
    if (!truth) continue;
    ++at.tried_sizes;
    at.smaller_sizes += agrees(asked, smaller, inputs, *truth) ? 1 : 0;
  }
}

void StandInOracle::hurry(std::unique_ptr<Oracle> reference, double patience_seconds) {
  hurried_ = std::move(reference);
  patience_seconds_ = patience_seconds;
}

void StandInOracle::set_arrays(ArrayMath& arrays) {
  for (Oracle* const other : {hurried_.get(), on_gpu_.get()}) {
    if (other) other->set_arrays(arrays);
  }
  Oracle::set_arrays(arrays);
  reference_->set_arrays(arrays);
  original_->set_arrays(arrays);
}

void StandInOracle::prepare(const std::vector<Question>& questions) {
  std::vector<Question> small;
  for (const Question& question : questions) {
    if (question.resolved.total_bytes <= (on_gpu_ ? k_hurried_bytes : k_prepared_bytes)) small.push_back(question);
  }
  reference_->prepare(small);
}

Oracle* StandInOracle::authority(const ResolvedCase& resolved) {
  return case_of(resolved).standing == Standing::stands_in ? reference_.get() : nullptr;
}

bool StandInOracle::is_original_alone(const ResolvedCase& resolved) {
  return case_of(resolved).standing == Standing::stands_in_alone;
}

std::vector<std::string> StandInOracle::notes() const {
  std::vector<std::string> notes;
  if (!why_not_on_gpu_.empty()) notes.push_back(why_not_on_gpu_);
  for (const auto& [sizes, at] : cases_) {
    const std::string slow =
        fmt::format("the reference takes {:.1f} s for an answer at case {}",
                    at.seconds / static_cast<double>(std::max<uint64_t>(1, at.by_reference)), at.name);
    if (at.standing == Standing::on_gpu)
      notes.push_back(fmt::format("{} answered {} times at case {}; it agrees with the reference at {} smaller sizes",
                                  file_name(problem_.reference.gpu), at.by_gpu, at.name, at.smaller_sizes));
    if (at.standing == Standing::stands_in)
      notes.push_back(
          fmt::format("{}: it answered {} times, and the original, which agrees with it there and at {} "
                      "smaller sizes, {} times; what the original refuses is asked of the reference",
                      slow, at.by_reference, at.smaller_sizes, at.by_original));
    if (at.standing == Standing::stands_in_alone)
      notes.push_back(fmt::format(
          "the reference did not answer within {:.0f} s at case {}: the original, which agrees with it at {} "
          "smaller sizes, answered in its place {} times",
          patience_seconds_, at.name, at.smaller_sizes, at.by_original));
    if (at.standing == Standing::differs)
      notes.push_back(slow + ", and the original, which could answer in its place, does not agree with it there");
  }
  return notes;
}

}  // namespace whet
