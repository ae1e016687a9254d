#include "serve/command/roots.h"

#include <algorithm>
#include <filesystem>

#include "util/text.h"

namespace whet::serve {

namespace {

namespace fs = std::filesystem;

bool lies_in(const fs::path& path, const fs::path& folder) {
  const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

// A link to something that does not exist resolves to itself; what is written through it would lie elsewhere.
bool has_dangling_link(const fs::path& resolved) {
  std::error_code ignored;
  fs::path part;
  for (const fs::path& name : resolved) {
    part /= name;
    if (fs::symlink_status(part, ignored).type() == fs::file_type::symlink) return true;
  }
  return false;
}

Error outside(const std::string& path, const std::vector<std::string>& folders) {
  return bad_input("`" + path + "` lies outside the folders that this server was given", {},
                   "use a path in " + join(folders, ", ") + ", or start the server with --root");
}

}  // namespace

Result<Roots> Roots::open(const std::vector<std::string>& folders) {
  std::vector<std::string> resolved;
  for (const std::string& folder : folders) {
    std::error_code failed;
    const fs::path path = fs::canonical(folder, failed);
    if (failed || !fs::is_directory(path, failed))
      return bad_input("there is no folder `" + folder + "`", {}, "name an existing folder with --root");
    resolved.push_back(path.string());
  }
  return Roots(std::move(resolved));
}

Result<std::string> Roots::resolve(const std::string& path) const {
  if (path.empty() || path.find('\0') != std::string::npos) return bad_input("a path is empty or holds a zero byte");
  std::error_code failed;
  fs::path resolved = fs::weakly_canonical(fs::path(first()) / path, failed);
  if (failed) return bad_input("`" + path + "` cannot be resolved: " + failed.message(), {}, "name another path");
  if (!resolved.has_filename() && resolved.has_relative_path()) resolved = resolved.parent_path();
  if (has_dangling_link(resolved)) return outside(path, folders_);
  for (const std::string& folder : folders_) {
    if (lies_in(resolved, folder)) return resolved.string();
  }
  return outside(path, folders_);
}

std::string Roots::as_argument(const std::string& resolved) const {
  if (!lies_in(resolved, first())) return resolved;
  const std::string relative = fs::path(resolved).lexically_relative(first()).string();
  return relative.starts_with('-') ? "./" + relative : relative;
}

}  // namespace whet::serve
