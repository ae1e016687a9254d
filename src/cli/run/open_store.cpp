#include "cli/run/open_store.h"

#include <charconv>

#include "cli/run/named_mind.h"
#include "cli/run/written_for.h"
#include "describe/derived_work.h"

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
  // What completing the problem found is not looked for again.
  const auto known = std::make_shared<std::optional<KernelMeaning>>();
  const auto meaning = [&context, known](const Problem& problem) {
    Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
    if (!*known) *known = find_kernel_meaning(problem, compiler);
    return **known;
  };
  RunFiles files{context.files, context.knowledge};
  files.meaning = meaning;
  files.complete = [&context, meaning](Problem& problem) {
    if (problem.is_host_function || (problem.work_flops && problem.work_bytes)) return;
    Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
    add_derived_work(problem, meaning(problem), {context.files, compiler, context.knowledge});
  };
  files.write = [&context](const Problem& problem, const std::string& device) {
    return write_for(problem, device, context);
  };
  files.open_mind = [&context](const std::string& name, const MindOrder& order) {
    return open_named_mind(name, order, context);
  };
  return files;
}

}  // namespace whet
