#include "judge/host_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <utility>

#include "util/files.h"

namespace whet {

namespace {

constexpr const char* k_trampoline = "whet_call_";

Error loader_error(const std::string& what) {
  const char* reason = ::dlerror();
  return bad_input(what + (reason ? ": " + std::string(reason) : std::string()));
}

}  // namespace

Result<HostLibrary> HostLibrary::load(const std::string& bytes, const std::string& directory) {
  static int count = 0;  // a name that was used before would give the library of then
  const std::string path = join_path(directory, "candidate_" + std::to_string(++count) + ".so");
  TRY_VOID(DiskFileSystem().write(path, bytes));
  void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  Error error = handle ? Error{} : loader_error("the candidate's library cannot be loaded");
  ::unlink(path.c_str());
  if (!handle) return error;
  return HostLibrary(handle);
}

HostLibrary::HostLibrary(HostLibrary&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)), entries_(std::move(other.entries_)) {}

HostLibrary::~HostLibrary() {
  if (handle_) ::dlclose(handle_);
}

Result<void> HostLibrary::call(const std::string& function, const std::vector<std::string>& arguments) {
  Entry& entry = entries_[function];
  if (!entry) entry = reinterpret_cast<Entry>(::dlsym(handle_, (k_trampoline + function).c_str()));
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

}  // namespace whet
