// Loads a problem with its files, and finds its entries in the source.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compile/source/user_headers.h"
#include "problem/file/load_sections.h"
#include "problem/file/problem.h"
#include "problem/file/section.h"
#include "problem/signature/candidate.h"
#include "problem/signature/entry.h"
#include "problem/signature/signature.h"
#include "util/text.h"

namespace whet {

namespace {

std::vector<std::string> names_of(const std::vector<SourceFunction>& functions) {
  std::vector<std::string> names;
  for (const SourceFunction& function : functions) names.push_back(function.name);
  return names;
}

// The function of an entry; an error lists the functions of the source.
Result<SourceFunction> find_entry(const Problem& problem, const std::string& entry, int line) {
  const auto found = find_functions(problem, entry);
  const auto kernels = find_functions(problem, "");
  if (entry.empty() && found.size() > 1) {
    return bad_input(fmt::format("{} holds {} kernels", problem.kernel, found.size()), problem.place(line),
                     "choose one with entry = \"...\": " + join(names_of(found), ", "));
  }
  if (!found.empty()) return found.front();
  if (kernels.empty())
    return bad_input(problem.kernel + " holds no kernel", problem.place(line),
                     "name a file with a __global__ function");
  return bad_input(fmt::format("{} has no function {}", problem.kernel, in_quotes(entry)), problem.place(line),
                   problem.is_candidate && problem.launches.size() > 1
                       ? "the problem launches several kernels: give its kernels their names, say what is launched by "
                         "[[launch]] in a leading /* whet comment, or write a host function `solve`"
                       : did_you_mean(entry, names_of(kernels)));
}

Result<void> require_file(const Problem& problem, const std::string& path, int line, const FileSystem& files) {
  const auto info = files.info(path);
  if (info && !info->is_directory) return {};
  return bad_input("there is no file " + in_quotes(path), problem.place(line), "correct the name, or write the file");
}

Result<void> check_files(const Problem& problem, const FileSystem& files) {
  for (const std::string& directory : problem.include_directories) {
    const auto info = files.info(directory);
    if (!info || !info->is_directory)
      return bad_input("there is no directory " + in_quotes(directory), problem.file,
                       "correct `include`, which is relative to the problem's folder");
  }
  if (!problem.generator.empty()) TRY_VOID(require_file(problem, problem.generator, problem.generator_line, files));
  if (problem.reference.kind != ReferenceFile::Kind::none)
    TRY_VOID(require_file(problem, problem.reference.file, problem.reference.line, files));
  if (!problem.reference.gpu.empty())
    TRY_VOID(require_file(problem, problem.reference.gpu, problem.reference.gpu_line, files));
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.fill.kind != FillKind::file || argument.fill.file.empty()) continue;
    TRY_VOID(require_file(problem, join_path(problem.directory, argument.fill.file), argument.line, files));
  }
  return {};
}

bool names_every_entry(const std::vector<ProblemLaunch>& launches) {
  return !launches.empty() &&
         std::all_of(launches.begin(), launches.end(), [](const auto& launch) { return !launch.entry.empty(); });
}

// Finds the problem's own entry. If all launches name their own, it is that of the first.
Result<void> find_main_entry(Problem& problem, bool is_ptx) {
  if (problem.entry.empty() && names_every_entry(problem.launches)) {
    problem.entry = problem.launches.front().entry;
    return {};
  }
  if (is_ptx && problem.entry.empty())
    return bad_input("a PTX kernel needs `entry`", problem.place(problem.kernel_line), "add entry = \"...\"");
  if (is_ptx) return {};
  TRY(function, find_entry(problem, problem.entry, problem.entry_line));
  problem.is_host_function = !function.is_kernel;
  if (problem.entry.empty()) problem.entry = function.name;
  return {};
}

// The module is inside the host code, so its variables cannot be written from outside.
Result<void> refuse_variables_of_host_code(const Problem& problem) {
  for (const ProblemArgument& argument : problem.arguments) {
    if (!argument.is_variable || !problem.is_host_function) continue;
    return bad_input(fmt::format("{} is called as a whole, and whet cannot write its variable {}",
                                 in_quotes(problem.entry), in_quotes(argument.name)),
                     problem.place(problem.entry_line),
                     "name a __global__ function as the entry, or pass the data as an argument");
  }
  return {};
}

Result<std::string> problem_file(const std::string& path, const FileSystem& files) {
  const std::string file = extension_of(path) == ".toml" ? path : join_path(path, "problem.toml");
  if (files.info(file)) return file;
  if (const auto info = files.info(path); info && !info->is_directory) {
    const std::string beside = join_path(directory_of(path), "problem.toml");
    return bad_input(
        in_quotes(path) + " is not a problem", {},
        files.info(beside) ? "name the problem next to it: " + beside : "write a problem for it: docs/problem.md");
  }
  return bad_input("there is no problem at " + in_quotes(path), {},
                   "name a folder that holds problem.toml, such as examples/transpose");
}

}  // namespace

// The parameters of PTX are not known before it is loaded.
Result<void> find_entries(Problem& problem) {
  const bool is_ptx = extension_of(problem.kernel) == ".ptx";
  TRY_VOID(find_main_entry(problem, is_ptx));
  TRY_VOID(refuse_variables_of_host_code(problem));
  if (problem.launches.empty() && !problem.is_host_function) problem.launches.emplace_back().line = problem.entry_line;
  constexpr size_t k_most_launches = 1000;
  if (problem.launches.size() > k_most_launches)
    return bad_input(fmt::format("{} launches, and at most {} are accepted", problem.launches.size(), k_most_launches),
                     problem.place(problem.launches[k_most_launches].line), "launch them from a host function");
  std::set<std::string> known;
  for (ProblemLaunch& launch : problem.launches) {
    if (launch.entry.empty()) launch.entry = problem.entry;
    if (is_ptx || !known.insert(launch.entry).second) continue;
    TRY(function, find_entry(problem, launch.entry, launch.line));
    if (!function.is_kernel)
      return bad_input(in_quotes(launch.entry) + " is not a __global__ function",
                       problem.is_candidate ? problem.place(function.line) : problem.place(launch.line),
                       problem.is_candidate ? "name a kernel in its [[launch]], or leave [[launch]] out: whet calls a "
                                              "host function itself"
                                            : "name a kernel, or remove [launch]: whet calls a host function itself");
  }
  return {};
}

std::vector<std::string> header_texts(const Problem& problem, const FileSystem& files) {
  CompileRequest request;
  request.file = problem.kernel;
  request.source = problem.source;
  request.include_directories = problem.include_directories;
  std::vector<std::string> texts;
  for (UserHeader& header : find_user_headers(request, {}, files).files) texts.push_back(std::move(header.content));
  return texts;
}

Result<Problem> load_problem(const std::string& path, const FileSystem& files, const CompileAdditions& additions) {
  TRY(file, problem_file(path, files));
  TRY(text, read_text(files, file));
  TRY(problem, parse_problem(text, file));
  TRY_VOID(add_to(additions, problem));
  TRY_VOID(require_file(problem, problem.kernel, problem.kernel_line, files));
  if (extension_of(problem.kernel) == ".py")
    return bad_input("kernels in Python are not supported yet", problem.place(problem.kernel_line),
                     "name a .cu or .ptx file");
  TRY(source, read_text(files, problem.kernel));
  problem.source = std::move(source);
  TRY_VOID(take_leading_block(problem));
  TRY_VOID(check_files(problem, files));
  if (extension_of(problem.kernel) != ".ptx") problem.headers = header_texts(problem, files);
  TRY_VOID(find_entries(problem));
  TRY_VOID(check_signatures(problem));
  return problem;
}

}  // namespace whet
