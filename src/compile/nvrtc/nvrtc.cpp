#include "compile/nvrtc/nvrtc.h"

#include <dlfcn.h>

#include <filesystem>
#include <map>
#include <mutex>

namespace whet {

using Handle = void*;  // nvrtcProgram

// The part of nvrtc.h used here; its ABI has not changed since CUDA 11.2.
struct Nvrtc::Functions {
  int (*version)(int*, int*) = nullptr;
  int (*architecture_count)(int*) = nullptr;
  int (*architectures)(int*) = nullptr;
  int (*create)(Handle*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*compile)(Handle, int, const char* const*) = nullptr;
  int (*log_size)(Handle, size_t*) = nullptr;
  int (*log)(Handle, char*) = nullptr;
  int (*cubin_size)(Handle, size_t*) = nullptr;
  int (*cubin)(Handle, char*) = nullptr;
  int (*ptx_size)(Handle, size_t*) = nullptr;
  int (*ptx)(Handle, char*) = nullptr;
};

namespace {

template <typename Function>
bool bind(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

// A text that the library returns in two calls: first its size, then its content.
std::string fetch(Handle program, int (*size_of)(Handle, size_t*), int (*copy)(Handle, char*)) {
  size_t size = 0;
  if (size_of(program, &size) != 0 || size == 0) return "";
  std::string text(size, '\0');
  return copy(program, text.data()) == 0 ? text : "";
}

// The size of a text includes its final NUL.
std::string without_nul(std::string text) {
  while (text.ends_with('\0')) text.pop_back();
  return text;
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> result;
  for (const std::string& text : texts) result.push_back(text.c_str());
  return result;
}

// NVRTC opens its builtins by bare name, and the loader finds the toolkit's folder only if ldconfig knows it. A library
// that is already loaded is found by its name.
void load_builtins_beside(const std::string& library) {
  const std::filesystem::path folder = std::filesystem::path(library).parent_path();
  std::error_code failed;
  if (folder.empty()) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (!entry.path().filename().string().starts_with("libnvrtc-builtins.so")) continue;
    if (::dlopen(entry.path().c_str(), RTLD_NOW | RTLD_LOCAL)) return;
  }
}

}  // namespace

Result<const Nvrtc*> Nvrtc::load(const std::string& library) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<const Nvrtc>> loaded;
  const std::lock_guard lock(mutex);
  if (const auto known = loaded.find(library); known != loaded.end()) return known->second.get();

  load_builtins_beside(library);
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return missing("cannot load NVRTC: " + std::string(::dlerror()), {}, "install the CUDA toolkit's libnvrtc");
  auto functions = std::make_unique<Functions>();
  const bool all = bind(handle, "nvrtcVersion", functions->version) &&
                   bind(handle, "nvrtcGetNumSupportedArchs", functions->architecture_count) &&
                   bind(handle, "nvrtcGetSupportedArchs", functions->architectures) &&
                   bind(handle, "nvrtcCreateProgram", functions->create) &&
                   bind(handle, "nvrtcDestroyProgram", functions->destroy) &&
                   bind(handle, "nvrtcCompileProgram", functions->compile) &&
                   bind(handle, "nvrtcGetProgramLogSize", functions->log_size) &&
                   bind(handle, "nvrtcGetProgramLog", functions->log) &&
                   bind(handle, "nvrtcGetCUBINSize", functions->cubin_size) &&
                   bind(handle, "nvrtcGetCUBIN", functions->cubin) &&
                   bind(handle, "nvrtcGetPTXSize", functions->ptx_size) && bind(handle, "nvrtcGetPTX", functions->ptx);
  if (!all) return missing("`" + library + "` lacks functions of NVRTC 11.2", {}, "install a newer CUDA toolkit");
  auto nvrtc = std::unique_ptr<const Nvrtc>(new Nvrtc(std::move(functions)));
  return loaded.emplace(library, std::move(nvrtc)).first->second.get();
}

Nvrtc::Nvrtc(std::unique_ptr<const Functions> functions) : functions_(std::move(functions)) {}

Nvrtc::~Nvrtc() = default;

std::string Nvrtc::version() const {
  int major = 0, minor = 0;
  functions_->version(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<int> Nvrtc::architectures() const {
  int count = 0;
  functions_->architecture_count(&count);
  std::vector<int> result(static_cast<size_t>(count));
  functions_->architectures(result.data());
  return result;
}

Nvrtc::Output Nvrtc::compile(const Program& program) const {
  std::vector<const char*> names, contents;
  for (const auto& [name, content] : program.headers)
    names.push_back(name.c_str()), contents.push_back(content.c_str());
  Output output;
  output.version = version();
  output.architectures = architectures();
  Handle handle = nullptr;
  if (functions_->create(&handle, program.source.c_str(), program.name.c_str(), static_cast<int>(names.size()),
                         contents.data(), names.data()) != 0) {
    output.log = "nvrtc: error: the program could not be created\n";
    return output;
  }
  const auto options = pointers(program.options);
  output.compiled = functions_->compile(handle, static_cast<int>(options.size()), options.data()) == 0;
  output.log = without_nul(fetch(handle, functions_->log_size, functions_->log));
  output.ptx = without_nul(fetch(handle, functions_->ptx_size, functions_->ptx));
  if (output.compiled) output.cubin = fetch(handle, functions_->cubin_size, functions_->cubin);
  functions_->destroy(&handle);
  return output;
}

}  // namespace whet
