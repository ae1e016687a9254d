#include "compile/compiler.h"

#include <future>
#include <mutex>
#include <optional>

#include "compile/build_one.h"
#include "compile/cache/cache.h"
#include "compile/cache/cache_key.h"
#include "compile/source/surroundings.h"
#include "compile/toolkit/reach.h"
#include "compile/toolkit/toolkit.h"

namespace whet {

namespace {

bool is_ptx(const CompileRequest& request) {
  return extension_of(request.file) == ".ptx";
}

Result<void> check(const CompileRequest& request) {
  if (request.architectures.empty())
    return bad_input("no architecture to compile `" + request.file + "` for", {}, "name one, such as sm_90a");
  return {};
}

Result<void> check_holds_kernels(const CompileRequest& request, const SourceFacts& facts) {
  const bool may_hold =
      is_ptx(request) || !request.host_function.empty() || facts.mentions_kernels || !facts.headers.elsewhere.empty();
  if (may_hold && !request.source.empty()) return {};
  return bad_input("`" + request.file + "` holds no kernel", {}, "name a file with a __global__ function");
}

// Compiles for all architectures in parallel.
std::vector<Result<Build>> build_all(const BuildJob& job, const std::vector<Architecture>& architectures) {
  std::vector<Result<Build>> builds;
  if (architectures.size() == 1) {
    builds.push_back(build_one(job, architectures[0]));
    return builds;
  }
  std::vector<std::future<Result<Build>>> running;
  for (const Architecture& architecture : architectures) {
    running.push_back(std::async(std::launch::async, [&job, &architecture] { return build_one(job, architecture); }));
  }
  for (auto& build : running) builds.push_back(build.get());
  return builds;
}

}  // namespace

struct Compiler::State {
  Options options;
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
  BuildCache cache;
  NvrtcPool nvrtc;
  std::mutex mutex;
  std::optional<Result<Toolkit>> found;

  // Searched for once.
  Result<Toolkit> toolkit() {
    const std::lock_guard lock(mutex);
    if (!found) found = find_toolkit(options.toolkit, files, processes);
    return *found;
  }
};

Compiler::Compiler(Options options, FileSystem& files, ProcessRunner& processes, const Clock& clock)
    : state_(new State{options,
                       files,
                       processes,
                       clock,
                       {options.cache_directory, options.cache_limit_bytes, files},
                       NvrtcPool(options.confine)}) {}

Compiler::~Compiler() = default;

Result<std::vector<Build>> Compiler::compile(const CompileRequest& request) {
  TRY_VOID(check(request));
  TRY(toolkit, state_->toolkit());
  UserHeaders headers =
      is_ptx(request) ? UserHeaders{} : find_user_headers(request, toolkit.include_directories, state_->files);
  if (headers.unread) return *headers.unread;
  TRY_VOID(check_reach(request, headers));
  TRY_VOID(check_surroundings(request, headers));
  const auto key = shared_key(request, toolkit, headers);

  std::vector<std::optional<Build>> builds;
  std::vector<Architecture> lacking;
  for (const Architecture& architecture : request.architectures) {
    builds.push_back(key ? state_->cache.find(build_key(*key, architecture)) : std::nullopt);
    if (!builds.back()) lacking.push_back(architecture);
  }
  if (!lacking.empty()) {
    const std::vector<std::string> readable = compiler_reach(request, toolkit, headers);
    const SourceFacts facts = study(request, std::move(headers));
    TRY_VOID(check_holds_kernels(request, facts));
    auto made = build_all(
        {request, toolkit, facts, readable, state_->nvrtc, state_->files, state_->processes, state_->clock}, lacking);
    auto next = made.begin();
    for (std::optional<Build>& build : builds) {
      if (build) continue;
      TRY(fresh, std::move(*next++));
      if (key) state_->cache.store(build_key(*key, fresh.architecture), fresh);
      build = std::move(fresh);
    }
  }

  std::vector<Build> result;
  for (std::optional<Build>& build : builds) result.push_back(*std::move(build));
  return result;
}

}  // namespace whet
