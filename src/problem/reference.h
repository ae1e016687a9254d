// The C++ reference of a problem: compiled by the host compiler, called with doubles.
//
//   dims rows, cols;  args in f32[rows, cols], out f32[cols, rows] out, rows i32, scale f32
//   extern "C" void reference(const double* in, double* out, int64_t rows, double scale, int64_t cols)
//
// Its parameters are those of the kernel in order, then the dimensions that are not among them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "problem/data/resolve.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

// "extern "C" void reference(const double* in, double* out, int64_t rows)": what the problem's file must define.
std::string reference_declaration(const Problem& problem);

// The reference in --ref, by its file extension.
Result<ReferenceFile> reference_of(const std::string& path, const FileSystem& files);

// The numbers of a struct, member after member, without its pointers.
std::vector<double> member_values(const ResolvedArgument& argument);

// A key for what the reference computes: its content, that of the headers it includes, and how it is called.
Result<std::string> reference_key(const Problem& problem, const FileSystem& files);

class CppReference {
 public:
  // Compiles the file into `directory`, once per content.
  static Result<CppReference> build(const Problem& problem, const std::string& directory, FileSystem& files,
                                    ProcessRunner& processes);

  // `arrays` holds the elements of the problem's arguments in order, with empty entries for scalars. Inputs are as the
  // kernel gets them; outputs are resized, set to NaN and hold the result afterwards. Runs in this process.
  void run(const ResolvedCase& resolved, std::vector<std::vector<double>>& arrays) const;

 private:
  using Call = void (*)(void**);
  CppReference(std::shared_ptr<void> library, Call call, std::vector<std::string> further_dims)
      : library_(std::move(library)), call_(call), further_dims_(std::move(further_dims)) {}

  std::shared_ptr<void> library_;
  Call call_;
  std::vector<std::string> further_dims_;  // passed after the arguments
};

}  // namespace whet
