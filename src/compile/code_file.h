// Device code from any file: source is compiled, everything else is read.
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
  std::optional<Architecture> architecture;  // for a compiled file: only images of this sm
  Architecture default_architecture;         // to compile for, and preferred among several images
  std::vector<std::string> include_directories, defines, compiler_flags;
  CompileRequest::Choice compiler = CompileRequest::Choice::automatic;
};

struct LoadedCubin {
  std::shared_ptr<const std::string> bytes;  // `cubin` points into these
  Cubin cubin;
  std::string origin;          // "compiled", ".nv_fatbin + 0x40"
  std::optional<Build> build;  // if whet compiled it; its cubin is moved into `bytes`
};

struct CodeFile {
  std::string path;
  std::vector<LoadedCubin> cubins;          // all of one architecture
  std::vector<Architecture> architectures;  // all architectures in the file
};

// The cubins of one architecture: the requested one, else the default, else the newest in the file.
Result<CodeFile> load_code(const CodeRequest& request, Compiler& compiler, const FileSystem& files);

// One kernel of a file.
struct KernelChoice {
  const LoadedCubin* image = nullptr;
  const CubinFunction* function = nullptr;
};

// The kernels that `name` selects: all when it is empty, else exact matches of the mangled or plain name, else those
// whose signature contains it. It is an error when there are none; it lists the kernels of the file.
Result<std::vector<KernelChoice>> find_kernels(const CodeFile& file, const std::string& name);

// Whether a launch of `f<256>` can mean this function; true for a launch without template arguments.
bool may_be_instance(const CubinFunction& function, std::string_view instance);

// For each kernel the shortest text with which --kernel selects it alone.
std::vector<std::string> telling_names(const std::vector<KernelChoice>& kernels);

// The only match; the error for several lists them.
Result<KernelChoice> choose_kernel(const CodeFile& file, const std::string& name);

// "transpose" of "void transpose<32>(float const*, float*)".
std::string plain_name(const CubinFunction& function);

}  // namespace whet
