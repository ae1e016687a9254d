#include "judge/check/examination.h"

#include <algorithm>

#include "judge/check/problem_kind.h"
#include "judge/oracle/rounding_slack.h"
#include "problem/data/data.h"
#include "util/stage_times.h"

namespace whet {

namespace {

// Whether some bit of some array differs. Large contents that are made in two ways may be the same.
Result<bool> has_other_data(const Trial& trial, const Trial& plain, ArrayMath& arrays) {
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    if (trial.inputs[i] == plain.inputs[i]) continue;
    const ElementType type = trial.resolved->arguments[i].type;
    TRY(found, arrays.masked({type, trial.inputs[i]}, {type, plain.inputs[i]}, 0));
    if (found.otherwise > 0) return true;
  }
  return false;
}

// The first one, if there is no other.
Result<const Trial*> trial_with_other_data(const std::vector<Trial>& trials, ArrayMath& arrays) {
  for (const Trial& trial : trials) {
    TRY(is_other, has_other_data(trial, trials.front(), arrays));
    if (is_other) return &trial;
  }
  return &trials.front();
}

// What the tolerance refuses; an answer it must refuse and takes is the problem's fault.
Result<std::vector<NullAnswer>> refused_answers(const Problem& problem, const std::vector<Trial>& trials,
                                                Oracle& oracle) {
  TRY(other, trial_with_other_data(trials, oracle.arrays()));
  TRY(answers, null_answers(problem, oracle, trials.front(), *other));
  for (const NullAnswer& answer : answers) {
    if (answer.must_be && !answer.refused)
      return bad_input("the problem cannot be judged: " + answer.name + " would pass", problem.file,
                       "give data that the result depends on, or a smaller atol and rtol in [precision]" +
                           std::string(problem.allows_split ? ", or remove `split` there" : ""));
  }
  return answers;
}

Result<std::vector<std::vector<Trial>>> all_trials(const std::vector<ResolvedCase>& cases, const TrialPlan& plan,
                                                   uint64_t draw, const FileSystem& files) {
  std::vector<std::vector<Trial>> all;
  const size_t smallest = smallest_case(cases);
  for (size_t i = 0; i < cases.size(); ++i) {
    TrialPlan trials = plan;
    if (i != smallest) trials.many_calls = 0, trials.every_kind = false;
    trials.secret = random_bits(trials.secret, i + (draw << 32));
    TRY(of_case, make_trials(cases[i], trials, files));
    all.push_back(std::move(of_case));
  }
  return all;
}

bool is_on_device(const NumberArrays& answer) {
  return std::any_of(answer.begin(), answer.end(), [](const NumberArray& array) { return array.is_held(); });
}

// Asked of the first case's answers, and told to all trials.
Result<void> mark_kind(std::vector<std::vector<Trial>>& trials, Oracle& oracle) {
  TRY(kind, kind_of(trials.front(), oracle));
  for (std::vector<Trial>& of_case : trials) {
    for (Trial& trial : of_case) trial.is_pointwise = kind.is_pointwise, trial.is_even = kind.is_even;
  }
  return {};
}

}  // namespace

size_t smallest_case(const std::vector<ResolvedCase>& cases) {
  const auto smallest = std::min_element(cases.begin(), cases.end(), [](const ResolvedCase& a, const ResolvedCase& b) {
    return a.total_bytes < b.total_bytes;
  });
  return static_cast<size_t>(smallest - cases.begin());
}

Result<Examination> make_examination(const Problem& original, const std::vector<ResolvedCase>& cases,
                                     const TrialPlan& plan, Oracle& oracle, const FileSystem& files) {
  const StageTimer timer("examination");
  // Sums of other data may come out the same by chance: such data would not show a kernel that keeps its first answer.
  constexpr uint64_t k_draws = 6;
  for (uint64_t draw = 0;; ++draw) {
    Examination made;
    TRY(trials, all_trials(cases, plan, draw, files));
    made.trials = std::move(trials);
    auto contract = refused_answers(original, made.trials.front(), oracle);
    if (!contract && draw + 1 < k_draws) continue;
    if (!contract) return contract.error();
    made.contract = std::move(*contract);
    TRY_VOID(mark_kind(made.trials, oracle));
    return made;
  }
}

Result<void> add_answers(Examination& examination, uint64_t most_bytes, Oracle& oracle) {
  for (auto& trials : examination.trials) {
    prepare_answers(trials, oracle);
    for (Trial& trial : trials) {
      uint64_t bytes = 0;
      for (const ResolvedArgument& argument : trial.resolved->arguments)
        bytes += argument.is_written() ? argument.count * sizeof(double) : 0;
      if (bytes > most_bytes) {
        oracle.prepare({});
        return {};
      }
      most_bytes -= bytes;
      auto answer = answer_of(trial, oracle);
      if (!answer && trial.admission) continue;  // data that the reference may have no answer to
      if (!answer) return answer.error();
      if (is_on_device(**answer)) {  // where memory is dear and answers are quick
        oracle.prepare({});
        return {};
      }
      trial.answer = std::move(*answer);
    }
  }
  return {};
}

void prepare_answers(const std::vector<Trial>& trials, Oracle& oracle) {
  std::vector<Question> questions;
  for (const Trial& trial : trials) {
    if (!trial.answer) questions.push_back({*trial.resolved, trial.inputs});
  }
  oracle.prepare(questions);
}

}  // namespace whet
