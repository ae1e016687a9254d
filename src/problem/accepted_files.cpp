#include "problem/accepted_files.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "problem/build.h"
#include "problem/file/write_problem.h"
#include "problem/signature/candidate.h"
#include "source/kernel/constants.h"
#include "source/text/includes.h"
#include "util/text.h"

namespace whet {

namespace {

// A read-only view of the disk in which the two files have other contents.
class OtherContents : public FileSystem {
 public:
  OtherContents(const Problem& problem, const AcceptedFiles& accepted, const FileSystem& below)
      : problem_(problem), accepted_(accepted), below_(below) {}

  std::optional<FileInfo> info(const std::string& path) const override { return below_.info(path); }
  Result<std::string> read(const std::string& path) const override {
    if (path == problem_.kernel) return accepted_.kernel;
    if (path == problem_.file && accepted_.problem) return *accepted_.problem;
    return below_.read(path);
  }
  Result<void> write(const std::string& path, std::string_view) override { return refused(path); }
  Result<void> make_directories(const std::string& path) override { return refused(path); }
  Result<void> remove(const std::string& path) override { return refused(path); }
  void touch(const std::string&) override {}
  std::vector<std::string> list(const std::string& directory) const override { return below_.list(directory); }

 private:
  static Error refused(const std::string& path) { return failed("this view of the files is not written", path); }

  const Problem& problem_;
  const AcceptedFiles& accepted_;
  const FileSystem& below_;
};

// What a candidate amounts to: the compiled text with its macros, and every launch of every case.
struct Meaning {
  std::string source;
  std::multiset<std::string> defines;
  std::set<std::string> flags;
  std::vector<ResolvedLaunch> launches;
};

CompileRequest request_of(const TunedProblem& candidate, const ResolvedCase& resolved) {
  CompileRequest request = compile_request(candidate.problem, resolved, {});
  request.extra_flags.insert(request.extra_flags.end(), candidate.flags.begin(), candidate.flags.end());
  return request;
}

Result<Meaning> meaning_of(const Problem& problem, const std::map<std::string, int64_t>& tunables,
                           const std::vector<std::string>& flags = {}) {
  Meaning meaning;
  meaning.flags.insert(flags.begin(), flags.end());
  for (const ProblemCase& each : problem.cases) {
    TRY(resolved, resolve_case(problem, each, {.tunables = tunables}));
    if (meaning.launches.empty()) {
      const CompileRequest request = compile_request(problem, resolved, {});
      meaning.source = request.source;
      meaning.flags.insert(request.extra_flags.begin(), request.extra_flags.end());
      const std::string code = without_leading_block(request.source);
      for (const std::string& define : request.defines) {
        if (code.find(define.substr(0, define.find('='))) != std::string::npos) meaning.defines.insert(define);
      }
    }
    meaning.launches.insert(meaning.launches.end(), resolved.launches.begin(), resolved.launches.end());
  }
  return meaning;
}

bool same_launches(const std::vector<ResolvedLaunch>& a, const std::vector<ResolvedLaunch>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ResolvedLaunch& x, const ResolvedLaunch& y) {
    return x.entry == y.entry && x.arguments == y.arguments && x.grid == y.grid && x.block == y.block &&
           x.shared_bytes == y.shared_bytes && x.cooperative == y.cooperative && x.cluster == y.cluster;
  });
}

// True if the problem, loaded from these files, is the candidate.
bool means(const AcceptedFiles& accepted, const Meaning& wanted, const Problem& original, const FileSystem& files) {
  const auto loaded = load_problem(original.file, OtherContents(original, accepted, files));
  if (!loaded) return false;
  const auto found = meaning_of(*loaded, {});
  return found && found->source == accepted.kernel && found->defines == wanted.defines &&
         found->flags == wanted.flags && same_launches(found->launches, wanted.launches);
}

// `TILE = [16, 32, 64]` with 32 moved to the front; nothing if the text is more complicated.
std::optional<std::string> put_first(const std::string& text, const Tunable& tunable, int64_t value) {
  size_t line = 0;
  for (int i = 1; i < tunable.line; ++i) line = text.find('\n', line) + 1;
  const size_t equals = text.find('=', line), open = text.find('[', line), close = text.find(']', line);
  if (close == std::string::npos || equals > open || trim(text.substr(line, equals - line)) != tunable.name)
    return std::nullopt;
  const std::string list = text.substr(open + 1, close - open - 1);
  std::vector<std::string> items;
  for (const std::string_view item : split(list, ',')) {
    if (!trim(item).empty()) items.emplace_back(trim(item));
  }
  const auto wanted = std::find(items.begin(), items.end(), std::to_string(value));
  if (wanted == items.end()) return std::nullopt;
  std::rotate(items.begin(), wanted, wanted + 1);
  return text.substr(0, open + 1) + join(items, ", ") + text.substr(close);
}

// Sets tunables that the source does not define: their default is the first value of their list.
Result<std::optional<std::string>> with_defaults(const Problem& original, const TunedProblem& candidate,
                                                 const std::string& source, const FileSystem& files) {
  std::optional<std::string> changed;
  for (const Tunable& tunable : original.tunables) {
    const auto value = candidate.tunables.find(tunable.name);
    if (value == candidate.tunables.end() || value->second == tunable.values.front() ||
        constant_value(source, tunable.name))
      continue;
    if (!changed) {
      TRY(text, read_text(files, original.file));
      changed = std::move(text);
    }
    if (auto edited = put_first(*changed, tunable, value->second)) changed = std::move(edited);
  }
  return changed;
}

std::string with_block(const std::string& source, const std::string& settings) {
  return "/* whet\n" + settings + (settings.ends_with('\n') ? "" : "\n") + "*/\n" + without_leading_block(source);
}

Result<std::string> settings_of(const Problem& original, const TunedProblem& candidate) {
  TRY(resolved, resolve_case(candidate.problem, candidate.problem.cases.front(), {.tunables = candidate.tunables}));
  return candidate_settings(original, candidate, resolved, request_of(candidate, resolved));
}

struct Macro {
  std::string name, text;
};

// The macros that the compiler got, without those of tunables that no code uses: formulas have their numbers.
std::vector<Macro> macros_of(const ResolvedCase& resolved, const CompileRequest& request) {
  const Includes includes = find_includes(request.source);
  const bool alone = !includes.computed && std::none_of(includes.files.begin(), includes.files.end(),
                                                        [](const Include& include) { return include.quoted; });
  std::vector<Macro> macros;
  for (const std::string& define : request.defines) {
    const size_t equals = define.find('=');
    Macro macro{define.substr(0, equals), equals == std::string::npos ? "1" : define.substr(equals + 1)};
    const bool is_tunable = std::any_of(resolved.tunables.begin(), resolved.tunables.end(),
                                        [&](const NamedNumber& tunable) { return tunable.name == macro.name; });
    if (is_tunable && alone && request.source.find(macro.name) == std::string::npos) continue;
    macros.push_back(std::move(macro));
  }
  return macros;
}

// The names that formulas may use: tunables, and defines that are integers.
std::map<std::string, int64_t> formula_numbers(const TunedProblem& tuned, const ResolvedCase& resolved) {
  std::map<std::string, int64_t> values;
  for (const NamedNumber& tunable : resolved.tunables) values[tunable.name] = tunable.value;
  for (const ProblemDefine& define : tuned.problem.defines) {
    if (const auto number = whole_number(define.text)) values.emplace(define.name, *number);
  }
  return values;
}

std::vector<std::string> flags_beyond(const Problem& original, const CompileRequest& request) {
  std::vector<std::string> flags;
  for (const std::string& flag : request.extra_flags) {
    const auto& given = original.compiler_flags;
    if (std::find(given.begin(), given.end(), flag) == given.end()) flags.push_back(flag);
  }
  return flags;
}

}  // namespace

// The defines of the candidate are those that the compiler got.
std::string candidate_settings(const Problem& original, const TunedProblem& tuned, const ResolvedCase& resolved,
                               const CompileRequest& request) {
  std::map<std::string, int64_t> values;
  for (const NamedNumber& tunable : resolved.tunables) values[tunable.name] = tunable.value;
  Problem written = tuned.problem;
  written.compiler_flags = flags_beyond(original, request);
  written.defines.clear();
  for (const Macro& macro : macros_of(resolved, request)) {
    const bool is_number =
        std::all_of(macro.text.begin(), macro.text.end(), [](char c) { return c >= '0' && c <= '9'; });
    written.defines.push_back(
        {macro.name, macro.text, is_number ? std::optional(std::strtod(macro.text.c_str(), nullptr)) : std::nullopt});
  }
  return write_candidate(written, values);
}

StandaloneText standalone_text(const Problem& original, const TunedProblem& tuned, const ResolvedCase& resolved,
                               const CompileRequest& request) {
  StandaloneText text;
  Problem written = tuned.problem;
  written.compiler_flags = flags_beyond(original, request);
  written.defines.clear();
  text.settings = write_candidate(written, formula_numbers(tuned, resolved));
  for (const Macro& macro : macros_of(resolved, request))
    text.defines += "#define " + macro.name + (macro.text.empty() ? "" : " " + macro.text) + "\n";
  text.source = without_leading_block(request.source);
  return text;
}

Result<AcceptedFiles> accepted_files(const Problem& original, const TunedProblem& candidate, const FileSystem& files) {
  TRY(wanted, meaning_of(candidate.problem, candidate.tunables, candidate.flags));
  TRY(settings, settings_of(original, candidate));
  TRY(defaults, with_defaults(original, candidate, wanted.source, files));
  AcceptedFiles plain{wanted.source, std::move(defaults)};
  if (means(plain, wanted, original, files)) return plain;
  AcceptedFiles with_settings{with_block(wanted.source, settings), std::nullopt};
  if (means(with_settings, wanted, original, files)) return with_settings;
  return failed("this candidate cannot be expressed in the problem's own files", original.file,
                "take it from the run's folder: champion.cu and champion.toml");
}

}  // namespace whet
