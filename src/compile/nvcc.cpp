#include "compile/nvcc.h"

#include "compile/log/assembler_messages.h"
#include "compile/log/log.h"
#include "compile/source/plain_name.h"
#include "compile/source/plain_paths.h"
#include "compile/source/scratch.h"
#include "compile/source/surroundings.h"
#include "util/text.h"

namespace whet {

namespace {

// The compilers' remaining time.
std::chrono::milliseconds time_left(const CompileRequest& request) {
  return std::chrono::milliseconds(static_cast<int64_t>(1e3 * request.seconds));
}

// "13.0.88", as the tools record it in their output; empty when it is not there.
std::string tool_version(std::string_view made) {
  constexpr std::string_view k_mark = "Cuda compilation tools, release ";
  const size_t at = made.find(k_mark);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = made.substr(at, 80);
  const size_t version = rest.find(", V");
  if (version == std::string_view::npos) return "";
  const std::string_view number = rest.substr(version + 3);
  return std::string(number.substr(0, number.find_first_not_of("0123456789.")));
}

std::string named(const std::string& tool, std::string_view made) {
  const std::string version = tool_version(made);
  return version.empty() ? tool : tool + " " + version;
}

// The source with a #line that gives it its own name, wherever the file is.
std::string with_name(const CompileRequest& request, PlainPaths& paths) {
  const std::string name = plain_name_of(request.file);
  paths.stands_for(name, request.file);
  return "#line 1 \"" + name + "\"\n" + request.source;
}

// The file to compile: the user's own when it has this content and a path that nvcc accepts; else a copy with a #line.
Result<std::string> input_file(const CompileRequest& request, const Scratch& scratch, PlainPaths& paths,
                               FileSystem& files) {
  const auto on_disk = read_text(files, request.file);
  if (on_disk && *on_disk == request.source && is_plain_path(request.file)) return request.file;
  const std::string path = scratch.file("source.cu");
  TRY_VOID(files.write(path, with_name(request, paths)));
  return path;
}

// Code that calls a host function with values from an array of pointers; the compiler deduces their types.
std::string call_source(const std::string& function) {
  return "\n#include <cstddef>\n#include <type_traits>\n#include <utility>\n"
         "namespace whet_call {\n"
         "template <typename R, typename... A, std::size_t... i>\n"
         "void apply(R (*f)(A...), void** values, std::index_sequence<i...>) {\n"
         "  f(*static_cast<std::remove_const_t<std::remove_reference_t<A>>*>(values[i])...);\n}\n"
         "template <typename R, typename... A>\n"
         "void apply(R (*f)(A...), void** values) { apply(f, values, std::index_sequence_for<A...>()); }\n}\n"
         "extern \"C\" __attribute__((visibility(\"default\"))) void whet_call_" +
         plain_name(function) + "(void** values) { whet_call::apply(&" + function + ", values); }\n";
}

const char* output_name(const CompileRequest& request) {
  return request.host_function.empty() ? "out.cubin" : "out.so";
}

std::vector<std::string> nvcc_command(const CompileRequest& request, const Architecture& architecture,
                                      const Toolkit& toolkit, const std::string& input, const Scratch& scratch,
                                      PlainPaths& paths) {
  std::vector<std::string> argv = {toolkit.nvcc, "-Xptxas", "-v", "--keep", "--keep-dir", scratch.path()};
  if (request.host_function.empty()) {
    argv.insert(argv.end(), {"-cubin", "-arch=" + architecture.name()});
  } else {
    const std::string number = architecture.name().substr(3);
    argv.insert(argv.end(), {"-shared", "-cudart", "none", "-Xcompiler=-fPIC,-fvisibility=hidden", "-gencode",
                             "arch=compute_" + number + ",code=[sm_" + number + ",compute_" + number + "]"});
  }
  if (request.line_info) argv.push_back("-lineinfo");
  if (request.judged) {
    for (std::string& option : fixed_time_options()) argv.push_back(std::move(option));
  }
  for (const std::string& define : request.defines) argv.push_back("-D" + define);
  for (const std::string& directory : request.include_directories) argv.push_back("-I" + paths.directory(directory));
  argv.insert(argv.end(), request.extra_flags.begin(), request.extra_flags.end());
  if (input != request.file) argv.push_back("-Xcompiler=-iquote" + paths.directory(directory_of(request.file)));
  for (const std::string& part :
       {std::string("-x"), std::string("cu"), input, std::string("-o"), scratch.file(output_name(request))}) {
    argv.push_back(part);
  }
  return argv;
}

// The file with this extension that nvcc left; its name follows the input's.
std::string kept(const std::string& extension, const Scratch& scratch, FileSystem& files, std::string& path) {
  for (const std::string& name : files.list(scratch.path())) {
    if (extension_of(name) != extension) continue;
    path = scratch.file(name);
    auto content = files.read(path);
    return content ? std::move(content).value() : "";
  }
  return "";
}

// A tool killed by a signal exits with 128 + signal; nvcc reports that of cicc in words.
bool died_of_signal(const Finished& finished) {
  constexpr int k_highest_signal = 31;
  return (finished.exit_code > 128 && finished.exit_code <= 128 + k_highest_signal) ||
         finished.err.find("died due to signal") != std::string::npos;
}

Attempt attempt_of(const Finished& finished, const std::string& cubin_path, FileSystem& files, SourceLines& lines) {
  CompilerLog log = parse_log(finished.out + finished.err, lines);
  Attempt attempt;
  attempt.timed_out = finished.timed_out;
  auto cubin = finished.exit_code == 0 ? files.read(cubin_path) : Result<std::string>(failed("no cubin"));
  attempt.accepted = finished.exit_code == 0 && cubin.ok();
  if (cubin) attempt.cubin = std::move(cubin).value();
  attempt.unknown_architecture = finished.err.find("Unsupported gpu architecture") != std::string::npos ||
                                 finished.err.find("is not defined for option 'gpu-") != std::string::npos;
  attempt.messages = std::move(log.messages);
  attempt.resources = std::move(log.resources);
  attempt.crashed = died_of_signal(finished);
  if (!attempt.accepted && attempt.messages.empty()) {
    attempt.messages.push_back({Severity::error, "", 0, 0, std::string(trim(finished.err.substr(0, 2000)))});
  }
  return attempt;
}

}  // namespace

Result<Attempt> compile_with_nvcc(const CompileRequest& request, const Architecture& architecture,
                                  const Toolkit& toolkit, const std::vector<std::string>& readable, FileSystem& files,
                                  ProcessRunner& processes, SourceLines& lines) {
  TRY(scratch, Scratch::make(files));
  PlainPaths paths(scratch);
  TRY(input, input_file(request, scratch, paths, files));
  ProcessCommand command;
  command.argv = nvcc_command(request, architecture, toolkit, input, scratch, paths);
  command.timeout = time_left(request);
  command.readable = readable;
  command.readable.push_back(request.file);
  command.writable = scratch.path();
  TRY(finished, processes.run(command));
  Attempt attempt = attempt_of(finished, scratch.file("out.cubin"), files, lines);
  paths.restore(attempt.messages);
  std::string ptx_path;
  attempt.ptx = kept(".ptx", scratch, files, ptx_path);
  place_assembler_messages(attempt.ptx, ptx_path, request.file, attempt.messages);
  attempt.compiler = named("nvcc", attempt.ptx);
  return attempt;
}

Result<Attempt> compile_library_with_nvcc(const CompileRequest& request, const Architecture& architecture,
                                          const Toolkit& toolkit, const std::vector<std::string>& readable,
                                          FileSystem& files, ProcessRunner& processes, SourceLines& lines) {
  TRY(scratch, Scratch::make(files));
  const std::string input = scratch.file("source.cu");
  PlainPaths paths(scratch);
  TRY_VOID(files.write(input, with_name(request, paths) + call_source(request.host_function)));
  ProcessCommand command;
  command.argv = nvcc_command(request, architecture, toolkit, input, scratch, paths);
  command.timeout = time_left(request);
  command.readable = readable;
  command.readable.push_back(request.file);
  command.writable = scratch.path();
  TRY(finished, processes.run(command));
  Attempt attempt = attempt_of(finished, scratch.file(output_name(request)), files, lines);
  paths.restore(attempt.messages);
  std::string path;
  attempt.library = std::exchange(attempt.cubin, {});
  attempt.ptx = kept(".ptx", scratch, files, path);
  attempt.cubin = kept(".cubin", scratch, files, path);
  attempt.compiler = named("nvcc", attempt.ptx);
  return attempt;
}

Result<Attempt> assemble_with_ptxas(const CompileRequest& request, const Architecture& architecture,
                                    const Toolkit& toolkit, const std::vector<std::string>& readable, FileSystem& files,
                                    ProcessRunner& processes, SourceLines& lines) {
  TRY(scratch, Scratch::make(files));
  const std::string input = scratch.file("source.ptx");
  TRY_VOID(files.write(input, request.source));
  ProcessCommand command;
  command.argv = {toolkit.ptxas, "-arch=" + architecture.name(), "-v"};
  command.timeout = time_left(request);
  command.readable = readable;
  command.readable.push_back(request.file);
  command.writable = scratch.path();
  if (request.line_info) command.argv.push_back("--generate-line-info");
  command.argv.insert(command.argv.end(), request.extra_flags.begin(), request.extra_flags.end());
  for (const std::string& part : {input, std::string("-o"), scratch.file("out.cubin")}) command.argv.push_back(part);
  TRY(finished, processes.run(command));
  Attempt attempt = attempt_of(finished, scratch.file("out.cubin"), files, lines);
  for (CompilerMessage& message : attempt.messages) {
    if (message.file == input) message.file = request.file;
  }
  attempt.ptx = request.source;
  attempt.compiler = named("ptxas", attempt.cubin);
  return attempt;
}

std::string nvcc_architectures(const Toolkit& toolkit, ProcessRunner& processes) {
  const auto finished = processes.run({.argv = {toolkit.nvcc, "--list-gpu-code"}});
  if (!finished || finished->exit_code != 0) return "";
  std::vector<std::string> names;
  for (const std::string_view line : split(finished->out, '\n')) {
    if (!trim(line).empty()) names.emplace_back(trim(line));
  }
  return join(names, ", ");
}

}  // namespace whet
