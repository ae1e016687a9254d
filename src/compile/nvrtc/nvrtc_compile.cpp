#include "compile/nvrtc/nvrtc_compile.h"

#include <algorithm>

#include "compile/log/assembler_messages.h"
#include "compile/log/log.h"
#include "compile/toolkit/host_headers.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

// Flags with which both compilers generate the same code (-restrict is not one). The second kind has a value: "-f=v" or
// "-f v".
constexpr WordList k_plain_flags("-use_fast_math --use_fast_math -w --disable-warnings -lineinfo --generate-line-info");
constexpr WordList k_value_flags(
    "-maxrregcount --maxrregcount -ftz --ftz -fmad --fmad -prec-div --prec-div -prec-sqrt --prec-sqrt "
    "-std --std -Xptxas --ptxas-options -diag-suppress --diag-suppress -diag-warn --diag-warn -diag-error "
    "--diag-error --define-macro --include-path --Ofast-compile -Ofc");
constexpr WordList k_joined_flags("-D -U -I");

// The optimization level of host code, which NVRTC ignores.
bool is_host_level(std::string_view flag) {
  return flag.size() == 3 && flag.starts_with("-O") && flag[2] >= '0' && flag[2] <= '3';
}

std::vector<std::string> options_of(const CompileRequest& request, const Architecture& architecture,
                                    const Toolkit& toolkit) {
  const std::string target = request.machine_code ? architecture.name() : architecture.virtual_name();
  std::vector<std::string> options = {"--gpu-architecture=" + target, "--device-int128", "--ptxas-options=-v",
                                      "--pre-include=" + std::string(prelude().name)};
  if (request.line_info) options.push_back("--generate-line-info");
  for (const std::string& define : request.defines) options.push_back("-D" + define);
  for (const std::string& directory : request.include_directories) options.push_back("-I" + directory);
  for (const std::string& directory : toolkit.include_directories) options.push_back("-I" + directory);
  std::string unknown;
  const auto flags = nvrtc_flags(request.extra_flags, unknown).value_or(std::vector<std::string>());
  options.insert(options.end(), flags.begin(), flags.end());
  const bool has_dialect = std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
    return flag.starts_with("-std") || flag.starts_with("--std");
  });
  if (!has_dialect) options.push_back("--std=c++17");  // nvcc's default with current host compilers
  return options;
}

std::vector<std::pair<std::string, std::string>> headers_of(const UserHeaders& user) {
  std::vector<std::pair<std::string, std::string>> headers = {{prelude().name, prelude().content}};
  for (const HostHeader& header : host_headers()) {
    if (!user.names.contains(header.name)) headers.emplace_back(header.name, header.content);
  }
  return headers;
}

// Whether whet itself caused the warning: without the host code, what only that used looks unused.
bool is_about_blanked_use(const CompilerMessage& message, const BlankedSource& device_code) {
  if (message.text.find("was declared but never referenced") == std::string::npos) return false;
  const size_t open = message.text.find('"');
  const size_t close = message.text.find('"', open + 1);
  std::string name = message.text.substr(open + 1, close - open - 1);
  if (const size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
  return device_code.host_words.contains(name);
}

}  // namespace

std::optional<std::vector<std::string>> nvrtc_flags(const std::vector<std::string>& flags, std::string& unknown) {
  std::vector<std::string> result;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    const bool has_next = i + 1 < flags.size();
    if (is_host_level(flag)) continue;
    if (k_plain_flags.holds(flag) || k_value_flags.holds(std::string_view(flag).substr(0, flag.find('=')))) {
      const bool takes_next = has_next && k_value_flags.holds(flag);
      result.push_back(takes_next ? flag + "=" + flags[++i] : flag);
    } else if (k_joined_flags.holds(std::string_view(flag).substr(0, 2))) {
      result.push_back(flag.size() == 2 && has_next ? flag + flags[++i] : flag);
    } else {
      unknown = flag;
      return std::nullopt;
    }
  }
  return result;
}

Result<Attempt> compile_with_nvrtc(NvrtcPool& nvrtc, const CompileRequest& request, const Architecture& architecture,
                                   const Toolkit& toolkit, const UserHeaders& headers, const BlankedSource& device_code,
                                   const std::vector<std::string>& readable, SourceLines& lines) {
  TRY(output,
      nvrtc.compile(toolkit.nvrtc,
                    {request.file, device_code.text, options_of(request, architecture, toolkit), headers_of(headers)},
                    readable, std::chrono::milliseconds(static_cast<int64_t>(1e3 * request.seconds))));
  if (output.timed_out) {
    Attempt stopped;
    stopped.timed_out = true;
    return stopped;
  }
  CompilerLog log = parse_log(output.log, lines);
  place_assembler_messages(output.ptx, "application ptx input", request.file, log.messages);
  std::erase_if(log.messages,
                [&](const CompilerMessage& message) { return is_about_blanked_use(message, device_code); });
  Attempt attempt;
  attempt.accepted = output.compiled;
  attempt.unknown_architecture =
      !output.compiled && output.log.find("invalid value for --gpu-architecture") != std::string::npos;
  for (const int sm : output.architectures) attempt.supported.push_back("sm_" + std::to_string(sm));
  attempt.cubin = std::move(output.cubin);
  attempt.ptx = std::move(output.ptx);
  attempt.messages = std::move(log.messages);
  attempt.resources = std::move(log.resources);
  attempt.compiler = "NVRTC " + output.version;
  return attempt;
}

}  // namespace whet
