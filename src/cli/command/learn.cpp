// whet learn: turns confirmed results into patterns that later runs begin with; and takes them from project to project.
#include <algorithm>

#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/open_store.h"
#include "learn/evidence.h"
#include "learn/pattern_file.h"
#include "learn/tried.h"
#include "report/store/patterns_view.h"

namespace whet {

namespace {

struct LearnFlags {
  std::string action, project = ".";
  std::vector<std::string> arguments;
  bool force = false, json = false, markdown = false;
};

Result<std::string> only_file(const LearnFlags& flags) {
  if (flags.arguments.size() == 1) return flags.arguments.front();
  return bad_input("`whet learn " + flags.action + "` takes one file", {},
                   "whet learn " + flags.action + " patterns.toml");
}

Result<PatternsView> listed(store::Store& store, PatternsView::About about) {
  PatternsView view;
  view.project = store.project().root;
  view.about = about;
  TRY(patterns, store.patterns());
  view.patterns = std::move(patterns);
  return view;
}

// Each run in a transaction of its own: what a killed command has not learned, the next one does.
Result<PatternsView> learn_from_runs(store::Store& store) {
  TRY(runs, store.runs_to_learn_from());
  std::vector<TaughtRun> taught;
  for (const store::Run& run : runs) {
    TRY(finished, learn::read_finished(store, run, driver_of(run) == RunDriver::manual));
    TRY(known, store.patterns());
    learn::RunTeaching teaching = learn::teach(finished, known);
    std::vector<store::Pattern> changed;
    for (const learn::ChangedPattern& each : teaching.changed) changed.push_back(each.pattern);
    TRY_VOID(store.keep_patterns(changed, run.id));
    taught.push_back({run.id, run.kernel.kernel, std::move(teaching)});
  }
  TRY(view, listed(store, PatternsView::About::learned));
  view.runs = std::move(taught);
  return view;
}

Result<void> export_to(const LearnFlags& flags, store::Store& store, Context& context) {
  TRY(path, only_file(flags));
  if (context.files.info(path) && !flags.force)
    return bad_input("`" + path + "` is there already", {}, "name another file, or add --force");
  TRY(patterns, store.patterns());
  if (patterns.empty())
    return bad_input("there is nothing to export: no patterns yet", store.project().database(), "whet learn");
  return context.files.write(path, learn::write_patterns(patterns));
}

// What is known here stays as it is: own evidence counts more.
Result<PatternsView> import_from(const LearnFlags& flags, Context& context) {
  TRY(path, only_file(flags));
  if (!context.files.info(path))
    return bad_input("there is no file `" + path + "`", {}, "whet learn export writes one");
  TRY(text, context.files.read(path));
  TRY(given, learn::read_patterns(text, path));
  TRY(store, store::Store::open(store::project_of(flags.project, context.files), context.files));
  TRY(known, store.patterns());
  std::vector<store::Pattern> fresh;
  for (const store::Pattern& pattern : given) {
    const auto is_it = [&](const store::Pattern& each) { return each.is_same(pattern); };
    const bool is_known =
        std::any_of(known.begin(), known.end(), is_it) || std::any_of(fresh.begin(), fresh.end(), is_it);
    if (!is_known) fresh.push_back(learn::as_imported(pattern));
  }
  TRY_VOID(store.keep_patterns(fresh));
  TRY(view, listed(store, PatternsView::About::imported));
  view.added = fresh.size();
  view.known = given.size() - fresh.size();
  return view;
}

Result<void> forget(const LearnFlags& flags, store::Store& store) {
  std::vector<store::PatternId> ids;
  for (const std::string& text : flags.arguments) {
    const auto id = learn::read_integer(text);
    if (!id) return bad_input("`" + text + "` is not the number of a pattern", {}, "`whet learn list` lists them");
    ids.push_back(*id);
  }
  if (ids.empty()) return bad_input("which pattern?", {}, "`whet learn list` lists them: whet learn forget 3");
  return store.forget_patterns(ids);
}

Result<PatternsView> act(const LearnFlags& flags, Context& context) {
  if (flags.action == "import") return import_from(flags, context);
  TRY(store, open_store(flags.project, context));
  if (flags.action == "export") TRY_VOID(export_to(flags, store, context));
  if (flags.action == "forget") TRY_VOID(forget(flags, store));
  if (flags.action.empty()) return learn_from_runs(store);
  if (flags.action == "list" && !flags.arguments.empty())
    return bad_input("`whet learn list` takes no more", {}, "whet learn list");
  return listed(store, PatternsView::About::list);
}

Result<ExitCode> run_learn(const LearnFlags& flags, Context& context) {
  TRY(view, act(flags, context));
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand learn_command() {
  auto flags = std::make_shared<LearnFlags>();
  CliCommand command;
  command.name = "learn";
  command.summary = "turn confirmed gains into patterns that later runs on kernels of the same kind begin with";
  command.example =
      "  whet learn\n  whet learn list\n  whet learn export patterns.toml\n"
      "  whet learn import patterns.toml --project other\n  whet learn forget 3";
  command.options = {{"action",
                      "export, import, list or forget (default: learn from the runs of the project)",
                      &flags->action,
                      "ACTION",
                      {"export", "import", "list", "forget"}},
                     {"arguments", "the file, or the numbers of patterns", &flags->arguments, "FILE"},
                     {"--force", "with export: replace the file", &flags->force},
                     project_option(&flags->project),
                     {"--md", "print it as Markdown", &flags->markdown},
                     json_option(&flags->json)};
  command.run = [flags](Context& context) { return run_learn(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
