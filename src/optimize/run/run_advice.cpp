#include "optimize/run/run_advice.h"

#include <algorithm>

#include "learn/run_patterns.h"
#include "learn/subject.h"

namespace whet {

namespace {

template <typename T>
void add_new(const T& value, std::vector<T>& list) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

}  // namespace

std::optional<RunSubject> subject_of_run(const Problem& problem, const store::Run& run,
                                         const Architecture& architecture, const RunFiles& files) {
  if (!files.meaning) return std::nullopt;
  const auto resolved = resolve_case(problem, problem.cases.front());
  if (!resolved) return std::nullopt;
  return RunSubject{learn::subject_of(files.meaning(problem), *resolved), {architecture.name(), run.gpu, run.origin}};
}

Result<learn::Advice> take_advice(const RunSubject& subject, const std::vector<write::WrittenKernel>& kernels,
                                  store::Store& store, OptimizeSettings& settings) {
  if (!settings.learns) return learn::Advice{};
  TRY(patterns, store.patterns());
  learn::Advice advice = learn::advise(patterns, subject.subject, subject.place, kernels);
  for (const learn::LearnedStart& start : advice.starts) {
    if (start.memo.empty())
      add_new(start.tunables, settings.starts);
    else
      add_new(start.memo, settings.written_starts);
  }
  settings.learned_methods = advice.methods;
  return advice;
}

Result<void> note_subject(const RunSubject& subject, const learn::Advice& advice, store::RunId run,
                          store::Store& store) {
  Json noted = learn::to_json(subject.subject);
  noted["architecture"] = subject.place.architecture;
  TRY_VOID(store.add_event(run, learn::k_subject_event, noted));
  if (advice.starts.empty()) return {};
  return store.add_event(
      run, learn::k_starts_event, json_array(advice.starts, [](const learn::LearnedStart& start) {
        Json tunables = Json::object();
        for (const auto& [name, value] : start.tunables) tunables[name] = value;
        return Json(Json::Object{{"pattern", start.pattern},
                                 {"candidate", start.memo.empty() ? tunables.dump(-1) : start.memo}});
      }));
}

Result<void> note_bottleneck(const std::string& bottleneck, store::RunId run, store::Store& store) {
  TRY(noted, store.events_of(run, learn::k_bottleneck_event));
  if (bottleneck.empty() || !noted.empty()) return {};
  return store.add_event(run, learn::k_bottleneck_event, Json::Object{{"bottleneck", bottleneck}});
}

}  // namespace whet
