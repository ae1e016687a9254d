// Makes a problem from a kernel's parameters and the command line, if there is no problem.toml.
//
//   __global__ void scale(const float* in, float* out, int n, float factor)      n=4096, factor=0.5
//   -> in f32[n];  out f32[n], an output;  n i32;  factor f32 = 0.5;  one thread for each i < n
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"

namespace whet {

// As given by the user.
struct SignatureRequest {
  std::string kernel;               // path
  std::string entry;                // empty: the only kernel of the file
  std::string reference;            // path: .py, .cpp or .cu; empty: none
  std::string dims;                 // "M=4096,N=1K,alpha=0.5": sizes, and the values of floating-point scalars
  std::vector<std::string> shapes;  // "A=M,K", one per array
  std::string inout;                // "C,D": outputs that are also read
  std::string grid, block;          // "ceil_div(N, 16),M"; empty: as the source launches it, or by its bounds checks
  CompileAdditions additions;
  std::string shared;            // dynamic shared memory in bytes, an expression
  std::string extent_otherwise;  // of arrays without a shape; empty: by the sizes, or an error
};

struct SignatureProblem {
  Problem problem;                    // like the result of load_problem; `file` is the kernel's
  std::vector<std::string> assumed;   // what neither the source nor the user said, one sentence each
  std::vector<std::string> generous;  // arrays that may be larger than what the kernel uses of them
};

// Pointers to const are inputs, other pointers outputs. With one size, every array has that many elements. With
// several, an input without a shape gets the product of all sizes, which is enough for any use. An output needs a
// shape, because each of its elements is compared.
Result<SignatureProblem> problem_from_signature(const SignatureRequest& request, const FileSystem& files);

}  // namespace whet
