#include "cli/run/open_store.h"

#include <charconv>

#include "cli/flags/bare_kernel.h"
#include "cli/run/named_mind.h"
#include "cli/run/written_for.h"

namespace whet {

Result<store::Store> open_store(const std::string& folder, Context& context) {
  const auto project = store::find_project(folder, context.files);
  if (!project) {
    return bad_input("no run was ever begun here: `" + folder + "` and the folders above have no .whet", {},
                     "go to the project's folder, or name it with --project");
  }
  return store::Store::open(*project, context.files, {.mode = store::OpenMode::existing});
}

Result<store::RunId> parse_run_id(const std::string& text) {
  store::RunId id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error == std::errc() && end == text.data() + text.size() && id > 0) return id;
  return bad_input("`" + text + "` is not the number of a run", {}, "`whet runs` lists them");
}

Result<store::RunId> chosen_run(const std::string& text, store::Store& store) {
  if (!text.empty()) return parse_run_id(text);
  TRY(latest, store.latest_run());
  if (latest) return latest->id;
  return bad_input("no run was ever begun here", store.project().database());
}

RunFiles run_files(Context& context) {
  return {context.files, context.knowledge, [&context](Problem& problem) { complete_work(problem, context); },
          [&context](const Problem& problem, const std::string& device) { return write_for(problem, device, context); },
          [&context](const std::string& name) { return open_named_mind(name, context); }};
}

}  // namespace whet
