#include "write/writer.h"

#include <chrono>

#include "describe/lift_order.h"
#include "describe/problem_words.h"
#include "lift/confirm/confirm.h"
#include "lift/meaning/meaning.h"
#include "ptx/reader/parser.h"
#include "util/system/forked.h"
#include "util/text/json.h"
#include "write/problem_subject.h"
#include "write/sequence_writer.h"
#include "write/subject/same_place.h"
#include "write/subject/small_floats.h"
#include "write/subject_writer.h"
#include "write/written_json.h"

namespace whet::write {

namespace {

constexpr std::chrono::milliseconds k_longest{20'000};
constexpr size_t k_node_budget = 2'000'000;

// A thread of a map loads and stores all that belongs to an element.
void note_places(const std::vector<SamePlace>& places, WrittenKernels& written) {
  for (auto* kernels : {&written.kernels, &written.further}) {
    for (WrittenKernel& kernel : *kernels) {
      if (kernel.schedule == "map") kernel.in_place = places;
    }
  }
}

Result<WrittenKernels> write_confirmed(const Problem& problem, const lift::ExplainRequest& request) {
  lift::Arena arena(k_node_budget);
  TRY(module, ptx::parse(request.ptx, problem.kernel));
  TRY(meaning, lift::find_meaning(module, request.kernel, request.parameters, arena));
  const auto confirmation =
      lift::confirm(arena, meaning, request.parameters, request.ptx, request.kernel, request.confirm);
  if (confirmation.verdict != lift::Confirmation::Verdict::confirmed)
    return bad_input("what the kernel computes is not confirmed: " + confirmation.reason, problem.kernel,
                     "edits and the tuner still apply");
  arena.begin_work();
  const SmallFloats small = with_small_floats(arena, meaning);
  TRY(parameters, subject_parameters(arena, small.meaning, request.parameters));
  for (const auto& [number, type] : small.types) parameters[number].type = type;
  const auto passed = passed_arguments(problem);
  for (size_t i = 0; i < parameters.size() && i < passed->size(); ++i)
    note_argument(problem, *(*passed)[i], parameters[i]);
  const lift::SizeWords words = size_words(problem, *passed);
  const PrecisionClass precision = precision_of_results(problem, parameters);
  Subject subject{arena,
                  small.meaning,
                  written_name(problem.entry),
                  lift::print(arena, meaning),
                  std::move(parameters),
                  words,
                  sizes_of(arena, words, problem),
                  cases_of(problem),
                  allows_tf32(problem),
                  problem.allows_split,
                  precision};
  WrittenKernels written = write_kernels(subject);
  if (!arena.exhausted().empty()) return bad_input(arena.exhausted(), problem.kernel);
  const ptx::Function* const original = module.function(request.kernel);
  if (original && loads_before_stores(*original)) note_places(same_places(subject), written);
  for (const SubjectCase& each : subject.cases) written.weights.push_back(each.weight);
  return written;
}

}  // namespace

Result<WrittenKernels> write_kernels(const Problem& tunable, Compiler& compiler) {
  if (tunable.is_host_function)
    return bad_input("a function that launches kernels itself is not written anew", tunable.kernel,
                     "describe its launches: docs/problem.md, [[launch]]");
  TRY(problem, settled(tunable));
  if (!passed_arguments(problem)) return write_sequence(problem, compiler);
  TRY(request, lift_order(problem, compiler));
  // In a process of its own: it may need more time or memory than there is.
  const auto work = [&] {
    request.confirm.most_work = lift::k_usual_work;
    return written_json(write_confirmed(problem, request)).dump(-1);
  };
  TRY(text, run_forked(work, WorkLimit::of_processor(k_longest)));
  TRY(json, Json::parse(text));
  return written_from_json(json);
}

}  // namespace whet::write
