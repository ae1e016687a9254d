#include "optimize/run/stored_choice.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "mind/open/spec.h"
#include "util/text.h"

namespace whet {

namespace {

// On a terminal a stored text shall do nothing but be read.
std::string shown(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  }
  return text;
}

// A model of a known vendor at the vendor's own address: nothing else can be reached by its name.
bool is_harmless(const std::string& mind) {
  const auto spec = parse_mind_spec(mind, true);
  return spec && (spec->kind == MindKind::anthropic || spec->kind == MindKind::openai) &&
         mind.find('@') == std::string::npos;
}

// Options of nvcc, and of the host compiler behind it, that name programs, directories of programs, or files of
// options.
constexpr const char* k_program_flags[] = {"ccbin",
                                           "compiler-bindir",
                                           "arbin",
                                           "archiver-binary",
                                           "optf",
                                           "options-file",
                                           "Xcompiler",
                                           "compiler-options",
                                           "Xlinker",
                                           "linker-options",
                                           "Xarchive",
                                           "archive-options",
                                           "target-dir",
                                           "target-directory",
                                           "B",
                                           "fplugin",
                                           "wrapper",
                                           "specs",
                                           "allow-unsupported-compiler",
                                           "use-local-env",
                                           "idp",
                                           "input-drive-prefix",
                                           "ddp",
                                           "dependency-drive-prefix",
                                           "ldir",
                                           "libdevice-directory",
                                           "run",
                                           "run-args",
                                           "toolkit-dir",
                                           "nvvm-path"};

bool chooses_program(const std::string& flag) {
  if (!flag.starts_with('-')) return flag.find_first_of("/@.") != std::string::npos;  // a file; else a value
  const size_t dashes = flag.starts_with("--") ? 2 : 1;
  const std::string name = flag.substr(dashes, flag.find('=') - std::min(dashes, flag.find('=')));
  return std::any_of(std::begin(k_program_flags), std::end(k_program_flags),
                     [&](const char* each) { return name.starts_with(each); });
}

}  // namespace

Result<void> check_minds(const store::Run& run, const MindOrder& order, const std::vector<std::string>& named) {
  std::string again;
  for (const std::string& mind : order.minds) again += " --mind '" + shown(mind) + "'";
  if (!named.empty() && named != order.minds)
    return bad_input(fmt::format("run {} was begun with other minds{}", run.id, again.empty() ? ": none" : ":" + again),
                     "--mind", again.empty() ? "leave --mind out" : "name the same, in the same order");
  const bool is_free = std::all_of(order.minds.begin(), order.minds.end(), is_harmless);
  if (is_free || !named.empty()) return {};
  return bad_input(
      fmt::format("run {} asks{}: a store may come from somebody else, and what it names is not run", run.id, again),
      "--mind", fmt::format("if you would run that, name it again: whet resume {}{}", run.id, again));
}

Result<void> check_flags(const store::Run& run, const CompileAdditions& additions) {
  for (const std::string& flag : additions.flags) {
    if (!chooses_program(flag)) continue;
    return bad_input(fmt::format("run {} passes `{}` to the compiler: a store may come from somebody else, and may not "
                                 "choose programs",
                                 run.id, shown(flag)),
                     "--flag", "begin a new run: whet optimize ... --flag FLAG");
  }
  return {};
}

Result<OptimizeSettings> settings_of(const store::Run& run) {
  TRY(settings, settings_from(run.settings));
  TRY_VOID(check_flags(run, settings.additions));
  return settings;
}

Result<std::string> problem_of(const store::Project& project, const store::Run& run) {
  const std::filesystem::path path(run.kernel.problem);
  const bool leaves = std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
  if (!path.is_absolute() && !leaves) return join_path(project.root, run.kernel.problem);
  return bad_input(fmt::format("run {} has its problem outside the project: `{}`", run.id, shown(run.kernel.problem)),
                   project.database(), "begin a new run there: whet optimize PROBLEM");
}

}  // namespace whet
