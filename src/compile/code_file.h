// Device code from any file a user may name: source is compiled, everything else is read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binary/cubin/cubin.h"
#include "compile/compiler.h"
#include "util/system/files.h"

namespace whet {

struct CodeRequest {
  std::string path;                          // .cu .ptx .cubin .fatbin .so .o or an executable
  std::optional<Architecture> architecture;  // of a compiled file: only images of this sm
  Architecture default_architecture;         // to compile for, and the first choice among several images
  std::vector<std::string> include_directories, defines, compiler_flags;
  CompileRequest::Choice compiler = CompileRequest::Choice::automatic;
};

struct LoadedCubin {
  std::shared_ptr<const std::string> bytes;  // what `cubin` points into
  Cubin cubin;
  std::string origin;          // "compiled", ".nv_fatbin + 0x40"
  std::optional<Build> build;  // when whet compiled it; its cubin is moved out into `bytes`
};

struct CodeFile {
  std::string path;
  std::vector<LoadedCubin> cubins;          // all of one architecture
  std::vector<Architecture> architectures;  // all the file has
};

// The cubins of one architecture: the asked one, else the default, else the newest the file has.
Result<CodeFile> load_code(const CodeRequest& request, Compiler& compiler, const FileSystem& files);

// One kernel of a file.
struct KernelChoice {
  const LoadedCubin* image = nullptr;
  const CubinFunction* function = nullptr;
};

// The kernels that `name` means: all when it is empty, else exact matches of the mangled or plain name, else those
// whose signature holds it. None, or none in the file, is an error that lists what there is.
Result<std::vector<KernelChoice>> find_kernels(const CodeFile& file, const std::string& name);

// Whether a launch of `f<256>` means the function; without an instance it may.
bool may_be_instance(const CubinFunction& function, std::string_view instance);

// What --kernel takes for each of them: the shortest text that means it alone.
std::vector<std::string> telling_names(const std::vector<KernelChoice>& kernels);

// The only one; an error that lists the candidates when there are several.
Result<KernelChoice> choose_kernel(const CodeFile& file, const std::string& name);

// "transpose" of "void transpose<32>(float const*, float*)".
std::string plain_name(const CubinFunction& function);

}  // namespace whet
