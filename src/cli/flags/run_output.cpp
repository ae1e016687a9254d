#include "cli/flags/run_output.h"

#include <cstdio>

#include <fmt/format.h>

#include "cli/frame/interrupt.h"
#include "report/store/store_text.h"

namespace whet {

std::vector<Option> run_output_options(RunOutput* output) {
  return {{"--md", "print the result as Markdown", &output->markdown},
          json_option(&output->json),
          {"--events", "print every step as a line of JSON; the last is the result", &output->events}};
}

void print_event(std::string_view kind, const Json& data, Context& context) {
  Json event = Json::Object{{"event", kind}};
  if (const Json::Object* members = data.as_object()) {
    for (const auto& [name, value] : *members) event[name] = value;
  }
  context.print(event.dump(-1) + "\n");
  std::fflush(stdout);
}

namespace {

std::string progress_text(const SearchProgress& now) {
  std::string text = (InterruptGuard::asked() ? "stopping; " : "") + now.now;
  if (now.candidates > 0) text += fmt::format("; {} tried, best {:.2f}x", now.candidates, now.best_speedup);
  return now.seconds_left > 0 ? text + fmt::format(", {:.0f} s left", now.seconds_left) : text;
}

}  // namespace

RunProgress::RunProgress(const RunOutput& output, const store::Run& run, const OptimizeSettings& settings,
                         Context& context)
    : events_(output.events),
      run_(run.id),
      most_candidates_(settings.most_candidates),
      context_(context),
      line_(context.clock) {
  if (events_) print_event("begin", run_json(run), context_);
}

void RunProgress::tell(const SearchProgress& now) {
  if (!events_) {
    line_.begin(progress_text(now));
    return;
  }
  print_event("progress",
              Json::Object{{"run", run_},
                           {"round", now.round},
                           {"candidates", now.candidates},
                           {"most_candidates", most_candidates_},
                           {"best_speedup", now.best_speedup},
                           {"seconds_left", now.seconds_left},
                           {"now", now.now}},
              context_);
}

}  // namespace whet
