#include "compile/toolkit/reach.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "compile/source/include_flags.h"
#include "util/text.h"

namespace whet {

namespace {

using Path = std::filesystem::path;

Path absolute(const std::string& path) {
  std::error_code error;
  const Path found = std::filesystem::weakly_canonical(path, error);
  return error ? Path(path).lexically_normal() : found;
}

// Whether `path` is below `directory` without a hidden name in between.
bool is_plainly_below(const Path& path, const Path& directory) {
  const Path way = path.lexically_relative(directory);
  if (way.empty()) return false;
  for (const Path& step : way) {
    if (step.native().starts_with('.')) return false;
  }
  return true;
}

bool holds_home(const Path& directory) {
  const char* home = std::getenv("HOME");
  if (!home) return false;
  const Path way = absolute(home).lexically_relative(directory);
  return !way.empty() && *way.begin() != "..";
}

bool holds(const Path& directory, const Path& file) {
  const Path way = file.lexically_relative(directory);
  return !way.empty() && *way.begin() != "..";
}

class Reach {
 public:
  explicit Reach(const std::vector<std::string>& closed) {
    for (const std::string& file : closed) closed_.insert(absolute(file));
  }

  void add(const std::string& path) {
    if (path.empty()) return;
    std::error_code error;
    const Path full = std::filesystem::absolute(path, error);
    if (!error) paths_.insert(full.lexically_normal().string());
  }

  void add_headers(const std::string& source, const UserHeaders& headers) {
    const Path directory = absolute(directory_of(source)), above = directory.parent_path();
    for (const UserHeader& header : headers.files) {
      if (is_plainly_below(absolute(header.path), above)) add(header.path);
    }
    if (headers.computed && !holds_home(directory)) add(directory.string());
  }

  // The prefix of a program: /opt/gcc for /opt/gcc/bin/g++.
  void add_prefix(const std::string& program) {
    if (program.find('/') == std::string::npos) return;
    add(directory_of(directory_of(program)));
    add(directory_of(directory_of(absolute(program).string())));
  }

  // Include directories, and files that are included first.
  void add_flags(const std::vector<std::string>& flags) {
    for (const std::string& directory : include_directories_of(flags)) add(directory);
    for (size_t i = 0; i + 1 < flags.size(); ++i) {
      if (flags[i] == "-include" || flags[i] == "--pre-include") add(flags[i + 1]);
    }
  }

  void add_environment() {
    for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LD_LIBRARY_PATH"}) {
      const char* value = std::getenv(name);
      for (const std::string_view path : split(value ? value : "", ':')) add(std::string(path));
    }
    if (const char* host_compiler = std::getenv("NVCC_CCBIN")) add_prefix(host_compiler);
  }

  std::vector<std::string> take() {
    std::set<std::string> open;
    for (const std::string& path : paths_) open_up(path, open);
    return {open.begin(), open.end()};
  }

 private:
  // A directory that contains a forbidden file is allowed entry by entry.
  void open_up(const Path& path, std::set<std::string>& open) const {
    const Path place = absolute(path.string());
    if (closed_.contains(place)) return;
    const bool is_whole =
        std::none_of(closed_.begin(), closed_.end(), [&](const Path& file) { return holds(place, file); });
    if (is_whole) {
      open.insert(path.string());
      return;
    }
    std::error_code error;
    for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error))
      open_up(entry->path(), open);
  }

  std::set<std::string> paths_;
  std::set<Path> closed_;
};

}  // namespace

Result<void> check_reach(const CompileRequest& request, const UserHeaders& headers) {
  std::error_code error;
  for (const UserHeader& header : headers.files) {
    for (const std::string& closed : request.out_of_reach) {
      if (std::filesystem::equivalent(header.path, closed, error) && !error)
        return bad_input("the source includes `" + header.path + "`, which it is judged by", request.file,
                         "compute the result in the source itself");
    }
  }
  return {};
}

std::vector<std::string> compiler_reach(const CompileRequest& request, const Toolkit& toolkit,
                                        const UserHeaders& headers) {
  Reach reach(request.out_of_reach);
  reach.add_headers(request.file, headers);
  for (const auto* directories : {&request.include_directories, &toolkit.include_directories}) {
    for (const std::string& directory : *directories) reach.add(directory);
  }
  reach.add_flags(request.extra_flags);
  reach.add_environment();
  for (const std::string* program : {&toolkit.nvcc, &toolkit.ptxas}) reach.add_prefix(*program);
  if (toolkit.nvrtc.find('/') != std::string::npos) reach.add(directory_of(toolkit.nvrtc));
  return reach.take();
}

}  // namespace whet
