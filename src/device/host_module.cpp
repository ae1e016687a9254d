#include "device/host_module.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "compile/source/plain_name.h"
#include "util/system/descriptor.h"
#include "util/system/files.h"

namespace whet {

namespace {

// An environment variable, because whet's CUDA runtime brings a second copy of this code into the process.
constexpr const char* k_directory_variable = "WHET_HOST_CODE";

constexpr const char* k_trampoline = "whet_call_";

Error loader_error(const std::string& what) {
  const char* reason = ::dlerror();
  return bad_input(what + (reason ? ": " + std::string(reason) : std::string()));
}

// Writes the final file directly, because a runner may not rename or remove files.
Result<void> write_once(const std::string& path, std::string_view content) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  while (file.is_open() && !content.empty()) {
    const ssize_t put = ::write(file.number(), content.data(), content.size());
    if (put < 0 && errno != EINTR) break;
    if (put > 0) content.remove_prefix(static_cast<size_t>(put));
  }
  if (file.is_open() && content.empty()) return {};
  return failed("the candidate's library cannot be written: " + std::string(std::strerror(errno)), path);
}

}  // namespace

void HostModule::allow_in_this_process(const std::string& directory) {
  ::setenv(k_directory_variable, directory.c_str(), 1);
}

Result<std::shared_ptr<DeviceModule>> HostModule::load(const std::string& library) {
  static int count = 0;  // a name used before would return the library loaded then
  static std::string directory;
  if (const char* const told = std::getenv(k_directory_variable)) directory = told;
  ::unsetenv(k_directory_variable);  // host code must not find the judge's folder in its environment
  if (directory.empty()) return Error{ErrorKind::bug, "host code is loaded in a runner alone", {}, {}, {}};
  const std::string path = join_path(directory, "candidate_" + std::to_string(++count) + ".so");
  TRY_VOID(write_once(path, library));
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const Error error = handle ? Error{} : loader_error("the candidate's library cannot be loaded");
  ::unlink(path.c_str());
  if (!handle) return error;
  return std::shared_ptr<DeviceModule>(std::make_shared<HostModule>(handle));
}

HostModule::~HostModule() {
  ::dlclose(handle_);
}

Result<void> HostModule::call(const std::string& function, const std::vector<std::string>& arguments) {
  Entry& entry = entries_[function];
  if (!entry) entry = reinterpret_cast<Entry>(::dlsym(handle_, (k_trampoline + plain_name(function)).c_str()));
  if (!entry) return loader_error("the candidate's library has no function `" + function + "` to call");
  std::vector<std::string> values = arguments;
  std::vector<void*> places;
  for (std::string& value : values) places.push_back(value.data());
  Result<void> result;
  try {
    entry(places.data());
  } catch (const std::exception& exception) {
    result = failed("`" + function + "` threw an exception: " + exception.what());
  } catch (...) {
    result = failed("`" + function + "` threw an exception");
  }
  std::fflush(nullptr);
  return result;
}

HostModule* host_code_of(const Launch& launch) {
  return dynamic_cast<HostModule*>(launch.module.get());
}

}  // namespace whet
