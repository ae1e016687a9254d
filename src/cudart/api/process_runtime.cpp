#include "cudart/api/process_runtime.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "cudart/error_text.h"
#include "cudart/process_device.h"
#include "device/check_names.h"
#include "util/system/files.h"

namespace whet::cudart {

namespace {

constexpr uint64_t k_budget = 1ull << 30;  // instructions per warp: 10 s for a lone warp, minutes for a full GPU

thread_local cudaError_t thread_error = cudaSuccess;

std::string environment_value(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

uint64_t environment_number(const char* name, uint64_t otherwise) {
  const std::string text = environment_value(name);
  std::from_chars(text.data(), text.data() + text.size(), otherwise);
  return otherwise;
}

// The same directory as that of the command line.
std::string cache_directory() {
  if (const std::string set = environment_value("WHET_CACHE"); !set.empty()) return set;
  if (const std::string set = environment_value("XDG_CACHE_HOME"); !set.empty()) return set + "/whet";
  const std::string home = environment_value("HOME");
  return home.empty() ? "" : home + "/.cache/whet";
}

// All messages of the library to the user go through this function.
void tell(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

Result<std::unique_ptr<Runtime>> open_runtime() {
  static const auto& knowledge = *new Knowledge(environment_value("WHET_KNOWLEDGE"));
  RuntimeOptions options;
  if (const std::string device = environment_value("WHET_DEVICE"); !device.empty()) options.device = device;
  TRY(checks, parse_checks(environment_value("WHET_CHECK"), "WHET_CHECK"));
  options.checks = checks;
  options.virtual_options.budget = environment_number("WHET_BUDGET", k_budget);
  options.virtual_options.threads = static_cast<int>(environment_number("WHET_THREADS", 0));
  options.virtual_options.seed = environment_number("WHET_SEED", 1);
  options.virtual_options.go_on = environment_number("WHET_GO_ON", 0) != 0;
  options.late_seed = environment_number("WHET_LATE", 0);
  options.link = static_cast<int>(environment_number("WHET_LINK", static_cast<uint64_t>(-1)));
  options.cache_directory = cache_directory();
  options.model_all = !environment_value("WHET_USAGE_FILE").empty();
  (void)reserve_device_addresses();
  return Runtime::open(options, {tell, print}, knowledge);
}

// Set after opening; never destroyed, because programs call CUDA until their very end.
Runtime* opened = nullptr;

// Does late work at last when the program makes no further call: it may be polling memory that the GPU writes.
void do_old_work(Runtime& runtime) {
  constexpr std::chrono::milliseconds k_between_looks{100};
  while (true) {
    std::this_thread::sleep_for(k_between_looks);
    const std::lock_guard lock(process_mutex());
    runtime.streams().catch_up_with_old();
  }
}

__attribute__((destructor)) void account_at_exit() {
  if (!opened) return;
  if (!opened->unprinted().empty())
    tell("note: the last output of kernels was lost, as on a GPU: the program ended without waiting for them\n");
  const std::string file = environment_value("WHET_USAGE_FILE");
  if (!file.empty()) (void)DiskFileSystem().write(file, to_json(opened->usage()).dump());
}

}  // namespace

Runtime* process_runtime() {
  static Runtime* const runtime = [] {
    auto result = open_runtime();
    if (!result) tell(describe(result.error()));
    if (result && (*result)->streams().are_late()) std::thread(do_old_work, std::ref(**result)).detach();
    return result ? std::move(result).value().release() : nullptr;
  }();
  opened = runtime;
  return runtime;
}

std::recursive_mutex& process_mutex() {
  static auto& mutex = *new std::recursive_mutex;
  return mutex;
}

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) thread_error = error;
  return error;
}

cudaError_t last_error(bool clear) {
  const std::lock_guard lock(process_mutex());
  const cudaError_t error = thread_error;
  const cudaError_t fault = opened ? opened->told_fault() : cudaSuccess;
  if (clear) thread_error = cudaSuccess;
  return fault != cudaSuccess ? fault : error;
}

}  // namespace whet::cudart

const char* whet_cudart_lacks() {
  const std::lock_guard lock(whet::cudart::process_mutex());
  return whet::cudart::opened ? whet::cudart::opened->lacks().c_str() : "";
}

whet::Device* whet_cudart_device() {
  const std::lock_guard lock(whet::cudart::process_mutex());
  whet::cudart::Runtime* const runtime = whet::cudart::process_runtime();
  return runtime ? &runtime->device() : nullptr;
}
