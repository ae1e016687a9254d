#include "problem/signature/candidate.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "problem/file/load_sections.h"
#include "problem/signature/candidate_flags.h"
#include "problem/signature/entry.h"
#include "problem/signature/launch_from_source.h"
#include "problem/signature/signature.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_host_entry = "solve";

// The position of the word in `/* whet`, if that comes before all code.
std::optional<size_t> block_word(const std::string& source) {
  const size_t start = source.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (start == std::string::npos || source.compare(start, 2, "/*") != 0) return std::nullopt;
  const size_t word = source.find_first_not_of(" \t*", start + 2);
  if (word == std::string::npos || source.compare(word, 4, "whet") != 0) return std::nullopt;
  return word;
}

// The text of `/* whet ... */` before all code, preceded by empty lines so that errors have the right line numbers.
Result<std::optional<std::string>> leading_block(const std::string& source, const std::string& path) {
  const auto word = block_word(source);
  if (!word) return std::optional<std::string>();
  const size_t end = source.find("*/", *word), line_end = source.find('\n', *word);
  if (end == std::string::npos || line_end == std::string::npos || line_end > end)
    return bad_input("the comment `/* whet` does not hold a block", path + ":1",
                     "write [[launch]] and the like on the lines after it, and close it with */");
  const auto lines = std::count(source.begin(), source.begin() + static_cast<ptrdiff_t>(line_end) + 1, '\n');
  return std::optional(std::string(static_cast<size_t>(lines), '\n') + source.substr(line_end + 1, end - line_end - 1));
}

bool defines(const Problem& problem, const std::string& name) {
  return std::any_of(problem.defines.begin(), problem.defines.end(),
                     [&](const ProblemDefine& define) { return define.name == name; });
}

// Another kernel is launched like the problem's; a host function makes its own launches.
void name_entry(const std::string& entry, Problem& candidate) {
  const auto functions = find_functions(candidate.source, entry);
  if (!functions.empty() && !functions.front().is_kernel) candidate.launches.clear();
  if (candidate.launches.size() == 1) candidate.launches.front().entry = entry;
}

// What `whet write --dispatch` writes is for a program: a judge that launches one of its kernels would judge that
// alone.
Result<void> refuse_choice(Section& root, const std::string& file) {
  TRY(by_size, root.text("by_size"));
  if (!by_size) return {};
  return bad_input(fmt::format("the file chooses among kernels for `{}` by size, and is no candidate", *by_size), file,
                   "give one of the kernels of its table");
}

// Each kind of setting in the candidate replaces the problem's; a define replaces a tunable or define of that name.
// Returns whether it says what is launched.
Result<bool> take_settings(const std::string& text, const std::string& file, Problem& candidate) {
  TRY(document, parse_toml(text, file));
  TRY(root, Section::open(document, "a candidate's block", file,
                          {"entry", "launch", "scratch", "define", "flags", "by_size"}));
  TRY_VOID(refuse_choice(root, file));
  Problem brought;
  brought.file = file;
  TRY_VOID(load_scratch(root, brought));
  TRY_VOID(load_launches(root, brought));
  TRY_VOID(load_defines(root, brought));
  TRY(entry, root.text("entry"));
  TRY(flags, load_candidate_flags(root));
  const bool says_what = entry || !brought.launches.empty();
  if (entry || !brought.launches.empty()) candidate.entry = entry.value_or("");
  if (entry && brought.launches.empty()) name_entry(*entry, candidate);
  if (!brought.launches.empty()) {
    candidate.launches = std::move(brought.launches);
    candidate.scratch.clear();
  }
  for (ProblemArgument& scratch : brought.scratch) candidate.scratch.push_back(std::move(scratch));
  std::erase_if(candidate.tunables, [&](const Tunable& tunable) { return defines(brought, tunable.name); });
  std::erase_if(candidate.defines, [&](const ProblemDefine& define) { return defines(brought, define.name); });
  for (ProblemDefine& define : brought.defines) candidate.defines.push_back(std::move(define));
  for (std::string& flag : flags) {
    const auto& known = candidate.compiler_flags;
    if (std::find(known.begin(), known.end(), flag) == known.end()) candidate.compiler_flags.push_back(std::move(flag));
  }
  return says_what;
}

// A candidate without launches of its own may name its only kernel freely. Or it may be a host function, named like the
// problem's kernel or `solve`, which makes all launches itself.
void find_other_entry(Problem& candidate) {
  const bool launches_many = candidate.launches.size() > 1;
  const std::string entry = launches_many ? candidate.launches.front().entry : candidate.entry;
  const auto named = find_functions(candidate, entry);
  if (!named.empty() && !named.front().is_kernel) candidate.launches.clear(), candidate.entry = entry;
  if (!named.empty()) return;
  const auto kernels = find_functions(candidate, "");
  const bool solves = !find_functions(candidate, k_host_entry).empty();
  if (!solves && (kernels.size() != 1 || launches_many)) return;
  candidate.entry = solves ? k_host_entry : kernels.front().name;
  if (solves) candidate.launches.clear();
  for (ProblemLaunch& launch : candidate.launches) launch.entry = candidate.entry;
}

}  // namespace

bool has_leading_block(const std::string& source) {
  return block_word(source).has_value();
}

std::string without_leading_block(const std::string& source) {
  const auto word = block_word(source);
  const size_t end = word ? source.find("*/", *word) : std::string::npos;
  if (end == std::string::npos) return source;
  const size_t line_end = source.find_first_not_of(" \t\r", end + 2);
  return source.substr(line_end != std::string::npos && source[line_end] == '\n' ? line_end + 1 : end + 2);
}

Result<void> take_leading_block(Problem& problem) {
  TRY(block, leading_block(problem.source, problem.kernel));
  if (!block) return {};
  TRY_VOID(take_settings(*block, problem.kernel, problem));
  return check_names(problem);
}

Result<Problem> with_candidate(const Problem& problem, const std::string& path, std::string source,
                               const std::string& sidecar, const FileSystem* files) {
  Problem candidate = problem;
  candidate.file = path;
  candidate.kernel = path;
  candidate.is_candidate = true;
  candidate.source = std::move(source);
  if (files) candidate.headers = header_texts(candidate, *files);
  candidate.kernel_line = candidate.entry_line = 1;
  for (ProblemLaunch& launch : candidate.launches) launch.line = 1;
  TRY(block, leading_block(candidate.source, path));
  TRY(by_block, block ? take_settings(*block, path, candidate) : Result<bool>(false));
  TRY(by_sidecar, sidecar.empty() ? Result<bool>(false) : take_settings(sidecar, path, candidate));
  if (!by_block && !by_sidecar) find_other_entry(candidate);
  TRY_VOID(check_names(candidate));
  TRY_VOID(find_entries(candidate));
  TRY_VOID(check_signatures(candidate));
  return candidate;
}

Result<Problem> with_entry(const Problem& problem, const std::string& entry) {
  if (problem.launches.size() > 1)
    return bad_input(
        fmt::format("the problem makes {} launches, and `{}` would be one kernel", problem.launches.size(), entry),
        problem.file, "leave --kernel and --against out, or compare two files");
  Problem other = problem;
  other.entry = entry;
  other.is_host_function = false;
  ProblemLaunch launch = other.launches.empty() ? ProblemLaunch{} : other.launches.front();
  launch.entry = entry;
  const auto functions = find_functions(other, entry);
  std::vector<std::string> notes;
  if (!functions.empty() && functions.front().is_kernel) {
    if (auto own = launch_from_source(other, functions.front(), launch.shared.has_value(), notes)) {
      launch.grid = std::move(own->grid);
      launch.block = std::move(own->block);
      if (own->shared) launch.shared = own->shared;
    }
  }
  other.launches = {launch};
  TRY_VOID(find_entries(other));
  TRY_VOID(check_signatures(other));
  return other;
}

Result<Problem> load_candidate(const Problem& problem, const std::string& path, const FileSystem& files) {
  if (!files.info(path))
    return bad_input("there is no file " + in_quotes(path), {}, "name the candidate's .cu or .ptx file");
  TRY(source, read_text(files, path));
  const std::string beside = path.substr(0, path.size() - extension_of(path).size()) + ".toml";
  std::string sidecar;
  if (beside != problem.file && files.info(beside)) {
    TRY(text, read_text(files, beside));
    sidecar = std::move(text);
  }
  return with_candidate(problem, path, std::move(source), sidecar, &files);
}

}  // namespace whet
