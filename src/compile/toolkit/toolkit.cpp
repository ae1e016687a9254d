#include "compile/toolkit/toolkit.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include "util/text.h"

namespace whet {

namespace {

constexpr std::array<const char*, 3> k_library_names = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
// Where a prefix has its parts; the last ones are those of Python's packages.
constexpr std::array<const char*, 6> k_library_directories = {
    "lib64",         "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "targets/aarch64-linux/lib",
    "cuda_nvrtc/lib"};
constexpr std::array<const char*, 6> k_include_directories = {"include",
                                                              "targets/x86_64-linux/include",
                                                              "targets/sbsa-linux/include",
                                                              "targets/aarch64-linux/include",
                                                              "cuda_runtime/include",
                                                              "cuda_cccl/include"};
constexpr std::array<const char*, 4> k_loader_directories = {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
                                                             "/usr/lib64", "/usr/lib"};
// Variables that change nvcc's output without being on its command line.
constexpr std::array<const char*, 6> k_nvcc_variables = {
    "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// The target of a link such as /usr/bin/nvcc; the path itself when it cannot be resolved.
std::string real_path(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

class Finder {
 public:
  Finder(const FileSystem& files, const ProcessRunner& processes) : files_(files), processes_(processes) {}

  void look_in(const std::string& prefix) {
    if (prefix.empty() || complete()) return;
    const std::string nvcc = join_path(prefix, "bin/nvcc");
    if (found_.nvcc.empty() && files_.info(nvcc)) found_.nvcc = nvcc;
    const std::string ptxas = join_path(prefix, "bin/ptxas");
    if (found_.ptxas.empty() && files_.info(ptxas)) found_.ptxas = ptxas;
    for (const char* directory : k_library_directories) look_for_library(join_path(prefix, directory));
    if (found_.include_directories.empty()) found_.include_directories = include_directories(prefix);
  }

  void look_for_library(const std::string& directory) {
    for (const char* name : k_library_names) {
      const std::string path = join_path(directory, name);
      if (found_.nvrtc.empty() && files_.info(path)) found_.nvrtc = path;
    }
  }

  void look_everywhere() {
    for (const char* name : {"WHET_CUDA", "CUDA_HOME", "CUDA_PATH"}) look_in(variable(name));
    if (const auto nvcc = complete() ? std::nullopt : processes_.find_program("nvcc")) {
      look_in(directory_of(directory_of(real_path(*nvcc))));
      if (found_.nvcc.empty()) found_.nvcc = *nvcc;
    }
    for (const char* prefix : {"/usr/local/cuda", "/opt/cuda"}) look_in(prefix);
    if (found_.nvrtc.empty()) look_where_libraries_are();
  }

  Toolkit take() {
    found_.identity = identity();
    return found_;
  }

 private:
  bool complete() const { return !found_.nvcc.empty() && !found_.ptxas.empty() && !found_.nvrtc.empty(); }

  std::vector<std::string> include_directories(const std::string& prefix) const {
    std::vector<std::string> directories;
    for (const char* name : k_include_directories) {
      const std::string path = join_path(prefix, name);
      if (!files_.info(path)) continue;
      directories.push_back(path);
      if (files_.info(join_path(path, "cccl"))) directories.push_back(join_path(path, "cccl"));
      if (std::string_view(name) != "cuda_runtime/include") break;  // that one lacks CCCL, which is in the next
    }
    return directories;
  }

  void look_where_libraries_are() {
    const std::string search_path = variable("LD_LIBRARY_PATH");
    for (const std::string_view directory : split(search_path, ':')) {
      if (!directory.empty()) look_for_library(std::string(directory));
    }
    for (const char* directory : k_loader_directories) look_for_library(directory);
    for (const std::string& root :
         {variable("VIRTUAL_ENV"), variable("CONDA_PREFIX"), std::string("/usr/local"), std::string("/usr")}) {
      if (!root.empty()) look_in_python(join_path(root, "lib"));
    }
  }

  // lib/python3.12/site-packages/nvidia/{cu13,cuda_nvrtc}
  void look_in_python(const std::string& lib) {
    for (const std::string& name : files_.list(lib)) {
      if (!name.starts_with("python3")) continue;
      for (const char* packages : {"site-packages", "dist-packages"}) {
        const std::string nvidia = join_path(join_path(join_path(lib, name), packages), "nvidia");
        look_in(join_path(nvidia, "cu13"));
        look_in(nvidia);
      }
    }
  }

  std::string identity() const {
    std::string text;
    const auto host_compiler = processes_.find_program("gcc");
    for (const std::string& path : {found_.nvcc, found_.ptxas, found_.nvrtc, host_compiler.value_or("")}) {
      const auto info = path.empty() ? std::nullopt : files_.info(path);
      if (info) text += path + " " + std::to_string(info->bytes) + " " + std::to_string(info->modified_ns) + "\n";
    }
    for (const char* name : k_nvcc_variables) text += variable(name) + "\n";
    return text;
  }

  const FileSystem& files_;
  const ProcessRunner& processes_;
  Toolkit found_;
};

}  // namespace

Result<Toolkit> find_toolkit(const std::string& wanted, const FileSystem& files, const ProcessRunner& processes) {
  Finder finder(files, processes);
  if (wanted.empty())
    finder.look_everywhere();
  else
    finder.look_in(wanted);
  Toolkit toolkit = finder.take();
  if (toolkit.nvrtc.empty() && toolkit.nvcc.empty() && wanted.empty()) {
    toolkit.nvrtc = "libnvrtc.so";  // the loader may find one that we do not
    toolkit.identity.clear();
  }
  if (!wanted.empty() && toolkit.nvcc.empty() && toolkit.nvrtc.empty()) {
    return missing("there is no CUDA toolkit in `" + wanted + "`", {},
                   "name the directory that holds bin/nvcc or lib64/libnvrtc.so");
  }
  return toolkit;
}

}  // namespace whet
