#include "compile/source/user_headers.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "compile/source/include_flags.h"
#include "source/text/includes.h"

namespace whet {

namespace {

constexpr uint64_t k_most_header_bytes = 256ull << 20;  // all headers together

std::string normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

bool is_file(const std::string& path, const FileSystem& files) {
  const auto info = files.info(path);
  return info && !info->is_directory;
}

class Walk {
 public:
  Walk(const FileSystem& files, std::vector<std::string> directories)
      : files_(files), directories_(std::move(directories)) {}

  void visit(const std::string& path, std::string_view content) {
    const Includes includes = find_includes(content);
    found_.computed |= includes.computed;
    for (const Include& include : includes.files) {
      const auto target = user_header_path(include, path, directories_, files_);
      if (!target) {
        found_.elsewhere.insert(include.name);
        continue;
      }
      found_.names.insert(include.name);
      if (seen_.insert(*target).second) enter(*target);
    }
  }

  UserHeaders take() { return std::move(found_); }

 private:
  void enter(const std::string& path) {
    auto content = read_text(files_, path);
    if (content && (total_bytes_ += content->size()) > k_most_header_bytes)
      content = bad_input("the headers of this source are larger than 256 MiB together", path, "include fewer");
    if (!content && !found_.unread && is_beyond(path)) found_.unread = content.error();
    if (!content) return;
    const std::string text = std::move(content).value();
    found_.files.push_back({path, text});
    visit(path, text);
  }

  // True for a file that no compiler may read either. A file that is merely unreadable is left to the compiler, which
  // reports it where it is included.
  bool is_beyond(const std::string& path) const {
    const auto info = files_.info(path);
    return info && (!info->is_regular || info->bytes > k_most_text_bytes || total_bytes_ > k_most_header_bytes);
  }

  const FileSystem& files_;
  std::vector<std::string> directories_;
  std::set<std::string> seen_;
  uint64_t total_bytes_ = 0;
  UserHeaders found_;
};

}  // namespace

std::vector<std::string> user_directories(const CompileRequest& request) {
  std::vector<std::string> directories = request.include_directories;
  for (std::string& directory : include_directories_of(request.extra_flags))
    directories.push_back(std::move(directory));
  return directories;
}

std::optional<std::string> user_header_path(const Include& include, const std::string& from,
                                            const std::vector<std::string>& directories, const FileSystem& files) {
  if (include.quoted || include.name.starts_with('/')) {
    const std::string path = join_path(directory_of(from), include.name);
    if (is_file(path, files)) return normal(path);
  }
  for (const std::string& directory : directories) {
    const std::string path = join_path(directory, include.name);
    if (is_file(path, files)) return normal(path);
  }
  return std::nullopt;
}

UserHeaders find_user_headers(const CompileRequest& request, const std::vector<std::string>& toolkit_directories,
                              const FileSystem& files) {
  std::vector<std::string> directories = user_directories(request);
  std::erase_if(directories, [&](const std::string& directory) {
    return std::any_of(toolkit_directories.begin(), toolkit_directories.end(),
                       [&](const std::string& toolkit) { return normal(directory + "/") == normal(toolkit + "/"); });
  });
  Walk walk(files, std::move(directories));
  walk.visit(request.file, request.source);
  return walk.take();
}

}  // namespace whet
