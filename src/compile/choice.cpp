#include "compile/choice.h"

#include <algorithm>
#include <array>

#include "compile/nvrtc/nvrtc_compile.h"
#include "compile/source/surroundings.h"
#include "source/kernel/kernels.h"
#include "source/text/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

// Macros that the two compilers define differently. A source that tests one in a preprocessor line could silently
// become another program under NVRTC.
constexpr WordList k_differing_macros(
    "__NVCC__ __CUDACC_RTC__ __GNUC__ __GNUC_MINOR__ __GNUG__ __GNUC_PREREQ __clang__ __EDG__ __VERSION__ "
    "__linux__ __linux linux __gnu_linux__ __unix__ __unix unix __x86_64__ __amd64__ __aarch64__ __arm__ "
    "__ELF__ __OPTIMIZE__ __CUDA_FTZ __CUDA_PREC_DIV __CUDA_PREC_SQRT __CUDA_FMAD __USE_FAST_MATH__ "
    "__CUDACC_RDC__ _GNU_SOURCE __GLIBC__ __GLIBCXX__ _GLIBCXX_RELEASE __CHAR_UNSIGNED__ __BYTE_ORDER__ "
    "__SIZEOF_INT128__ __STDC_HOSTED__ __COUNTER__");

// Headers with host code: NVRTC would read them for a second and then fail.
constexpr std::array<std::string_view, 6> k_host_headers = {"cub/cub.cuh", "cub/device/", "thrust/",
                                                            "torch/",      "ATen/",       "c10/"};

// Headers built on libcu++. Under NVRTC it makes int64_t a long long: another type, and other names of kernels. It is
// also so large that NVRTC is not faster than nvcc.
constexpr std::array<std::string_view, 4> k_libcuxx_headers = {"cub/", "cuda/", "cooperative_groups",
                                                               "curand_kernel.h"};

// The first differing macro in a preprocessor line; empty when there is none. In a judged text any line counts, because
// a macro can stringize the name and the program can read that string.
std::string differing_macro(std::string_view text, bool judged) {
  for (const Token& token : tokenize(text)) {
    if (token.is("wchar_t")) return "wchar_t";  // its signedness differs on some hosts
    if (judged && token.is_identifier() && k_differing_macros.holds(token.text)) return std::string(token.text);
    if (token.kind != TokenKind::directive) continue;
    for (const Token& word : directive(token).tokens) {
      if (word.is_identifier() && k_differing_macros.holds(word.text)) return std::string(word.text);
    }
  }
  return "";
}

std::string macro_reason(const CompileRequest& request, const UserHeaders& headers) {
  std::string word = differing_macro(request.source, request.judged);
  for (const UserHeader& header : headers.files) {
    if (word.empty()) word = differing_macro(header.content, request.judged);
  }
  return word.empty() ? "" : "the source depends on `" + word + "`, which NVRTC does not define as nvcc does";
}

bool instantiates(const Outline& outline, const std::string& kernel) {
  return std::any_of(outline.declarations.begin(), outline.declarations.end(), [&](const Declaration& declaration) {
    return declaration.kind == DeclarationKind::instantiation && !declaration.names.empty() &&
           declaration.names[0] == kernel;
  });
}

// Functions that the prelude renames.
constexpr WordList k_renamed("pow isnan isinf isfinite signbit");

// Kernels that only host code instantiates, and kernels with a name that the prelude replaces.
std::string kernel_reason(const std::vector<KernelSource>& kernels, const SourceFacts& facts) {
  for (const KernelSource& kernel : kernels) {
    if (k_renamed.holds(kernel.name)) {
      return "the kernel `" + kernel.name + "` has the name of a function";
    }
    const bool used_by_host = facts.device_code.host_words.contains(kernel.name);
    if (kernel.is_template && (used_by_host || !instantiates(facts.outline, kernel.name))) {
      return "`" + kernel.name + "` is a template that host code instantiates";
    }
  }
  return "";
}

template <size_t N>
bool starts_with_one_of(std::string_view name, const std::array<std::string_view, N>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

std::string header_reason(const UserHeaders& headers) {
  for (const std::string& name : headers.elsewhere) {
    if (starts_with_one_of(name, k_host_headers)) return "<" + name + "> holds host code";
    if (starts_with_one_of(name, k_libcuxx_headers))
      return "<" + name + "> needs libcu++, whose types differ under NVRTC";
  }
  return "";
}

}  // namespace

SourceFacts study(const CompileRequest& request, UserHeaders headers) {
  SourceFacts facts;
  facts.headers = std::move(headers);
  facts.outline = outline(request.source);
  facts.device_code = blank_host_functions(request.source, facts.outline);
  const auto mentions = [&](std::string_view word) {
    return request.source.find(word) != std::string::npos ||
           std::any_of(facts.headers.files.begin(), facts.headers.files.end(),
                       [&](const UserHeader& header) { return header.content.find(word) != std::string::npos; });
  };
  facts.mentions_kernels = mentions("__global__");
  facts.mentions_shared = mentions("__shared__");
  return facts;
}

std::string reason_for_nvcc(const CompileRequest& request, const SourceFacts& facts) {
  std::string unknown;
  if (!nvrtc_flags(request.extra_flags, unknown)) return "NVRTC does not accept the flag `" + unknown + "`";
  if (request.source.find('\0') != std::string::npos) return "the source holds a NUL character";
  if (std::string reason = header_reason(facts.headers); !reason.empty()) return reason;
  if (std::string reason = kernel_reason(find_kernels(facts.outline), facts); !reason.empty()) return reason;
  for (const UserHeader& header : facts.headers.files) {
    if (std::string reason = kernel_reason(find_kernels(header.content), facts); !reason.empty()) return reason;
  }
  if (std::string reason = reason_for_fixed_time(request, facts.headers); !reason.empty()) return reason;
  return macro_reason(request, facts.headers);
}

std::string difference_to_nvcc(const SourceFacts& facts, const Architecture& architecture) {
  // The two front ends give shared-memory pointers different sizes; no documented option of NVRTC changes that.
  if (facts.mentions_shared) return "NVRTC computes shared-memory addresses in 64 bits, nvcc in 32";
  // Where there are no bf16 instructions the header emulates them, differently under NVRTC.
  if (architecture.sm < 80 && facts.headers.elsewhere.contains("cuda_bf16.h"))
    return "bf16 is emulated differently by NVRTC";
  return "";
}

}  // namespace whet
