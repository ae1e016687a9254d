// whet lessons: what was learned about a kernel in all runs; entries can be hidden from proposers.
#include <charconv>

#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/open_store.h"
#include "report/store/lessons_view.h"
#include "util/text.h"

namespace whet {

namespace {

struct LessonsFlags {
  std::string kernel, project = ".";
  std::vector<std::string> mask, unmask;
  bool json = false, markdown = false;
};

Result<std::vector<store::LessonId>> parse_ids(const std::vector<std::string>& texts, const char* flag) {
  std::vector<store::LessonId> ids;
  for (const std::string& text : texts) {
    store::LessonId id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc() || end != text.data() + text.size())
      return bad_input("`" + text + "` is not the number of an entry", flag, "`whet lessons` lists them");
    ids.push_back(id);
  }
  return ids;
}

Error nothing_of(const std::string& kernel, store::Store& store) {
  std::vector<std::string> names;
  if (const auto all = store.lessons()) {
    for (const store::Lesson& entry : *all) {
      if (names.empty() || names.back() != entry.kernel.kernel) names.push_back(entry.kernel.kernel);
    }
  }
  return bad_input("there are no lessons on `" + kernel + "`", store.project().database(),
                   names.empty() ? "no run has learned anything yet"
                                 : "there are lessons on " + join(near_names(kernel, names), ", "));
}

Result<ExitCode> run_lessons(const LessonsFlags& flags, Context& context) {
  TRY(to_mask, parse_ids(flags.mask, "--mask"));
  TRY(to_unmask, parse_ids(flags.unmask, "--unmask"));
  TRY(store, open_store(flags.project, context));
  TRY_VOID(store.mask(to_mask));
  TRY_VOID(store.unmask(to_unmask));
  TRY(entries, store.lessons(flags.kernel));
  if (entries.empty() && !flags.kernel.empty()) return nothing_of(flags.kernel, store);
  const LessonsView view{store.project().root, std::move(entries)};
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand lessons_command() {
  auto flags = std::make_shared<LessonsFlags>();
  CliCommand command;
  command.name = "lessons";
  command.summary = "show what was tried on a kernel in all runs, and what it did";
  command.example = "  whet lessons softmax\n  whet lessons --mask 4 --mask 7\n  whet lessons --unmask 4";
  command.options = {{"kernel", "one kernel, by name (default: all)", &flags->kernel, "KERNEL"},
                     {"--mask", "hide an entry from the search; may be repeated", &flags->mask, "ID"},
                     {"--unmask", "show an entry to the search again; may be repeated", &flags->unmask, "ID"},
                     project_option(&flags->project),
                     {"--md", "print the list as Markdown", &flags->markdown},
                     json_option(&flags->json)};
  command.run = [flags](Context& context) { return run_lessons(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
