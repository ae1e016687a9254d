#include "cli/mcp/path_guard.h"

#include <optional>

#include "compile/source/include_flags.h"
#include "problem/file/problem.h"
#include "store/project.h"

namespace whet {

namespace {

// The problem.toml that belongs to a path: in it, it itself, or beside it. Empty: there is none.
std::string problem_file_of(const std::string& path, const FileSystem& files) {
  const auto info = files.info(path);
  if (!info) return {};
  if (!info->is_directory && extension_of(path) == ".toml") return path;
  const std::string beside = join_path(info->is_directory ? path : directory_of(path), "problem.toml");
  return files.info(beside) ? beside : std::string();
}

// The path in a flag: the word itself, or what follows `=` or -I. Nothing if the flag has another form.
std::optional<std::string> path_in_flag(const std::string& flag) {
  if (flag.starts_with("-I")) return flag.substr(2);
  if (const size_t equals = flag.find('='); equals != std::string::npos) return flag.substr(equals + 1);
  return flag.starts_with('-') ? std::nullopt : std::optional(flag);
}

// The file with a candidate's settings that is read with it.
std::string sidecar_of(const std::string& path) {
  const std::string extension = extension_of(path);
  const bool is_kernel = extension == ".cu" || extension == ".ptx";
  return is_kernel ? path.substr(0, path.size() - extension.size()) + ".toml" : std::string();
}

Error in_problem(Error error, const std::string& file) {
  error.where = file;
  return error;
}

}  // namespace

Result<std::string> PathGuard::admit(const std::string& path) const {
  TRY(resolved, roots_.resolve(path));
  TRY_VOID(check_problem(resolved));
  return roots_.as_argument(resolved);
}

// A text may hold several flags, as the compiler's command line does.
Result<void> PathGuard::check_flag(const std::string& flag, const std::string& directory) const {
  for (const std::string& word : flag_words(flag)) {
    if (word.starts_with('@'))
      return bad_input("flags from a file are not taken: `" + word + "`", {}, "write them out");
    if (word.find('/') == std::string::npos && word.find("..") == std::string::npos) continue;
    const auto path = path_in_flag(word);
    if (!path) return bad_input("the flag `" + word + "` may hold a path", {}, "write it as -IPATH or --name=PATH");
    TRY(resolved, roots_.resolve(join_path(directory, *path)));
  }
  return {};
}

// A path that nobody named, but that is read: it may be a link.
Result<void> PathGuard::check_inside(const std::string& path) const {
  TRY(resolved, roots_.resolve(path));
  return {};
}

Result<void> PathGuard::check_store(const std::string& path) const {
  TRY(resolved, roots_.resolve(path));
  const auto info = files_.info(resolved);
  const std::string folder = info && info->is_directory ? resolved : directory_of(resolved);
  const auto project = store::find_project(folder, files_);
  if (!project) return {};
  TRY(store, roots_.resolve(project->folder()));
  return {};
}

// A problem that cannot be parsed is left to the command, which says what is wrong with it and reads nothing else.
Result<void> PathGuard::check_problem(const std::string& resolved) const {
  const std::string beside = sidecar_of(resolved);
  if (!beside.empty()) TRY_VOID(check_inside(beside));
  const std::string file = problem_file_of(resolved, files_);
  if (file.empty()) return {};
  TRY_VOID(check_inside(file));
  const auto text = read_text(files_, file);
  const auto problem = text ? parse_problem(*text, file) : Result<Problem>(text.error());
  if (!problem) return {};
  std::vector<std::string> named{problem->kernel, problem->reference.file, problem->reference.gpu, problem->generator};
  named.insert(named.end(), problem->include_directories.begin(), problem->include_directories.end());
  for (const std::string& path : named) {
    if (path.empty()) continue;
    if (auto inside = roots_.resolve(path); !inside) return in_problem(inside.error(), file);
  }
  for (const std::string& flag : problem->compiler_flags) {
    if (auto inside = check_flag(flag, problem->directory); !inside) return in_problem(inside.error(), file);
  }
  return {};
}

}  // namespace whet
