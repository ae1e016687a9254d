#include "runner/run_case.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "runner/expectation.h"
#include "support/support.h"
#include "util/hash.h"

namespace whet::test {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_cache = ".whet-cache";

// Every file below the directory with the hash of its content, the cache aside.
std::map<std::string, std::string> snapshot(const std::string& directory) {
  std::map<std::string, std::string> files;
  for (auto entry = fs::recursive_directory_iterator(directory); entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->path().filename() == k_cache) {
      entry.disable_recursion_pending();
      continue;
    }
    const auto content =
        entry->is_regular_file() ? DiskFileSystem().read(entry->path().string()) : Result<std::string>("");
    files[entry->path().lexically_relative(directory).string()] = content ? sha256_hex(*content) : "unreadable";
  }
  return files;
}

std::string what_changed(const std::map<std::string, std::string>& before,
                         const std::map<std::string, std::string>& after) {
  std::string changed;
  for (const auto& [path, hash] : after) {
    const auto old = before.find(path);
    if (old == before.end())
      changed += " wrote " + path;
    else if (old->second != hash)
      changed += " changed " + path;
  }
  for (const auto& [path, hash] : before) {
    if (!after.contains(path)) changed += " removed " + path;
  }
  return changed;
}

void prepare(const Case& test, const Stage& stage, const std::string& directory) {
  if (fs::exists(stage.fixtures)) fs::copy(stage.fixtures, directory + "/cases", fs::copy_options::recursive);
  DiskFileSystem files;
  for (const auto& [name, content] : test.files) {
    const std::string path = join_path(directory, name);
    (void)files.make_directories(directory_of(path));
    (void)files.write(path, content);
  }
}

// A plain environment: what the tester has set must not decide a test.
ProcessCommand command_of(const Case& test, const Stage& stage, const std::string& directory) {
  const char* path = std::getenv("PATH");
  ProcessCommand command;
  command.argv = {
      "/usr/bin/env",      "-i",           "PATH=" + directory_of(stage.whet) + ":" + (path ? path : "/usr/bin:/bin"),
      "HOME=" + directory, "LANG=C.UTF-8", "WHET_CACHE=" + join_path(directory, k_cache)};
  if (const char* cuda = std::getenv("CUDA_HOME")) command.argv.push_back(std::string("CUDA_HOME=") + cuda);
  for (const char* argument : {"sh", "-c"}) command.argv.emplace_back(argument);
  command.argv.push_back(test.command);
  command.directory = directory;
  command.timeout = std::chrono::seconds(test.timeout_s);
  return command;
}

std::string first_complaint(const Case& test, const Finished& finished) {
  if (finished.timed_out) return "it did not end within " + std::to_string(test.timeout_s) + " s";
  if (finished.exit_code != test.exit_code) {
    return "it ended with " + std::to_string(finished.exit_code) + ", not " + std::to_string(test.exit_code);
  }
  for (const Expectation& expectation : test.expectations) {
    if (const auto reason = unmet(expectation, finished))
      return *reason + " (line " + std::to_string(expectation.line) + ")";
  }
  return {};
}

std::string account(const Case& test, const Finished& finished, const std::string& complaint) {
  return complaint + "\n  $ " + test.command + "\n  exit " + std::to_string(finished.exit_code) + "\n--- stdout\n" +
         finished.out + "--- stderr\n" + finished.err + "---\n";
}

bool opens(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (::dlopen(name, RTLD_LAZY | RTLD_LOCAL)) return true;
  }
  return false;
}

bool has_gpu() {
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!driver) return false;
  const auto init = reinterpret_cast<int (*)(unsigned)>(::dlsym(driver, "cuInit"));
  const auto count_of = reinterpret_cast<int (*)(int*)>(::dlsym(driver, "cuDeviceGetCount"));
  int count = 0;
  return init && count_of && init(0) == 0 && count_of(&count) == 0 && count > 0;
}

// For references in Python, which take either interpreter.
bool has_numpy() {
  static const bool found = [] {
    for (const char* python : {"python3", "/usr/bin/python3"}) {
      const auto finished = SystemProcessRunner().run({{python, "-c", "import numpy"}});
      if (finished && finished->exit_code == 0) return true;
    }
    return false;
  }();
  return found;
}

// A small disk of a case's own: `unshare -rm`, then mount -t tmpfs.
bool can_mount() {
  static const bool can = [] {
    const auto finished =
        SystemProcessRunner().run({{"unshare", "-rm", "mount", "-t", "tmpfs", "none", fs::temp_directory_path()}});
    return finished && finished->exit_code == 0;
  }();
  return can;
}

}  // namespace

bool machine_has(const std::string& requirement) {
  if (requirement == "gpu") return has_gpu();
  if (requirement == "numpy") return has_numpy();
  if (requirement == "tmpfs") return can_mount();
  if (requirement == "git") return SystemProcessRunner().find_program("git").has_value();
  if (requirement == "nvcc")
    return SystemProcessRunner().find_program("nvcc") || fs::exists("/usr/local/cuda/bin/nvcc");
  return opens({"/usr/local/cuda/lib64/libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so.13", "libnvrtc.so.13",
                "libnvrtc.so.12"});
}

Outcome run_case(const Case& test, const Stage& stage) {
  for (const std::string& requirement : test.requirements) {
    const bool absence = requirement.starts_with('!');
    const std::string name = absence ? requirement.substr(1) : requirement;
    if (stage.has(name) == absence) return {Verdict::skipped, (absence ? "there is " : "there is no ") + name};
  }
  const TemporaryDirectory directory;
  prepare(test, stage, directory.path());
  const auto before = snapshot(directory.path());
  const auto finished = SystemProcessRunner().run(command_of(test, stage, directory.path()));
  if (!finished) return {Verdict::failed, describe(finished.error())};
  std::string complaint = first_complaint(test, *finished);
  if (complaint.empty() && test.writes_nothing) {
    const std::string changed = what_changed(before, snapshot(directory.path()));
    if (!changed.empty()) complaint = "it was to write nothing, and" + changed;
  }
  if (complaint.empty()) return {Verdict::passed, {}};
  return {Verdict::failed, account(test, *finished, complaint)};
}

}  // namespace whet::test
