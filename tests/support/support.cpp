#include "support/support.h"

#include <cstdlib>
#include <filesystem>

namespace whet::test {

std::optional<FileInfo> FakeFileSystem::info(const std::string& path) const {
  const auto found = files_.find(path);
  if (found == files_.end()) {
    const auto below = files_.lower_bound(path + "/");
    const bool is_folder = below != files_.end() && below->first.starts_with(path + "/");
    return is_folder ? std::optional(FileInfo{0, 0, true}) : std::nullopt;
  }
  return FileInfo{found->second.content.size(), found->second.modified_ns, false};
}

Result<std::string> FakeFileSystem::read(const std::string& path) const {
  const auto found = files_.find(path);
  if (found == files_.end()) return bad_input("there is no file `" + path + "`");
  return found->second.content;
}

Result<void> FakeFileSystem::write(const std::string& path, std::string_view content) {
  files_[path] = {std::string(content), now_ns_};
  return {};
}

Result<void> FakeFileSystem::remove(const std::string& path) {
  files_.erase(path);
  return {};
}

void FakeFileSystem::touch(const std::string& path) {
  if (const auto found = files_.find(path); found != files_.end()) found->second.modified_ns = now_ns_;
}

std::vector<std::string> FakeFileSystem::list(const std::string& directory) const {
  std::vector<std::string> names;
  for (const auto& [path, file] : files_) {
    if (directory_of(path) == directory) names.push_back(path.substr(directory.size() + 1));
  }
  return names;
}

Result<Finished> FakeProcessRunner::run(const ProcessCommand& command) {
  {
    const std::lock_guard lock(mutex_);
    started.push_back(command);
  }
  const auto found = answers_.find(command.argv[0]);
  if (found == answers_.end()) return missing("cannot start `" + command.argv[0] + "`");
  return found->second(command);
}

std::optional<std::string> FakeProcessRunner::find_program(const std::string& name) const {
  return answers_.contains(name) ? std::optional("/usr/bin/" + name) : std::nullopt;
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "whet-test-XXXXXX").string();
  path_ = ::mkdtemp(name.data());
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryDirectory::path(const std::string& name) const {
  return name.empty() ? path_ : join_path(path_, name);
}

}  // namespace whet::test
