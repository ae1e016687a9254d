#include "cli/flags/check_target.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/flags/bare_kernel.h"
#include "problem/file/section.h"
#include "problem/file/write_problem.h"
#include "problem/signature/candidate.h"
#include "util/hash.h"
#include "util/text.h"

namespace whet {

namespace {

// Refuses flags that describe a kernel if there already is a problem.
Result<void> refuse_description(const CheckFlags& flags) {
  const SignatureRequest& given = flags.signature;
  const std::string shapes = join(given.shapes, "");
  for (const auto& [flag, value] : {std::pair<const char*, const std::string*>{"--entry", &given.entry},
                                    {"--shape", &shapes},
                                    {"--inout", &given.inout},
                                    {"--grid", &given.grid},
                                    {"--block", &given.block},
                                    {"--shared", &given.shared}}) {
    if (!value->empty())
      return bad_input(fmt::format("{} describes a kernel without a problem", flag), flag,
                       "add --ref FILE, or write it into problem.toml");
  }
  if (flags.saves()) return bad_input("--save writes what --ref describes", "--save", "add --ref FILE");
  return {};
}

// The first line of a file that --save wrote, with a digest of the rest: a file that was changed since belongs to the
// user.
constexpr std::string_view k_save_mark = "# written by whet check --save, ";

std::string marked(const std::string& text) {
  return std::string(k_save_mark) + sha256_hex(text).substr(0, 16) + "\n" + text;
}

bool is_own_writing(const std::string& content) {
  const size_t line = content.find('\n');
  return content.starts_with(k_save_mark) && line != std::string::npos && marked(content.substr(line + 1)) == content;
}

std::string in_toml(const std::filesystem::path& kernel) {
  return "kernel = \"" + kernel.string() + "\"";
}

// Where to save the problem. A file that the user wrote or changed, or that describes another kernel, is not
// overwritten.
Result<std::string> place_to_save(const Problem& made, const std::string& wanted, const FileSystem& files) {
  const std::string beside = made.directory == "." ? "problem.toml" : join_path(made.directory, "problem.toml");
  const std::string path = wanted.empty() ? beside : wanted;
  const std::filesystem::path kernel(made.kernel);
  if (std::filesystem::path(path).lexically_normal() == std::filesystem::path(kernel).replace_extension(".toml"))
    return bad_input(fmt::format("{} next to {} would be read as the launch of that kernel", in_quotes(path),
                                 in_quotes(made.kernel)),
                     "--save", "name another file, such as problem.toml");
  if (!files.info(path)) return path;
  const auto content = read_text(files, path);
  const bool is_of_kernel = content && content->find(in_toml(kernel.filename())) != std::string::npos;
  if (is_of_kernel && is_own_writing(*content)) return path;
  return bad_input(in_quotes(path) + " is there already, and it is not what --save wrote", "--save",
                   "name another file: --save FILE; or remove it");
}

Result<CheckTarget> described(const CheckFlags& flags, const CompileAdditions& additions, FileSystem& files) {
  if (extension_of(flags.problem) != ".cu")
    return bad_input("--ref describes a kernel, and " + in_quotes(flags.problem) + " is a problem", "--ref",
                     "name a .cu file, or leave --ref out: problem.toml names its reference");
  SignatureRequest request = flags.signature;
  request.kernel = flags.problem;
  request.dims = flags.dims;
  request.additions = additions;
  TRY(made, problem_from_signature(request, files));
  CheckTarget target{made.problem, made.problem, false, std::move(made.assumed), std::move(made.generous), true, {}};
  if (flags.saves()) {
    TRY(path, place_to_save(made.problem, flags.save, files));
    target.save_to = path;
  }
  return target;
}

// Loads a kernel for the problem next to it; the problem's own kernel is not a candidate.
Result<CheckTarget> beside(const std::string& path, const CompileAdditions& additions, const FileSystem& files) {
  const std::string file = join_path(directory_of(path), "problem.toml");
  if (!files.info(path)) return bad_input("there is no file " + in_quotes(path), {}, "name a .cu file");
  TRY(problem, load_problem(file, files, additions));
  std::error_code error;
  if (std::filesystem::equivalent(problem.kernel, path, error))
    return CheckTarget{problem, problem, false, {}, {}, false, {}};
  TRY(candidate, load_candidate(problem, path, files));
  return CheckTarget{std::move(problem), std::move(candidate), true, {}, {}, false, {}};
}

// A kernel of which nothing else is known: the original is its own reference.
Result<CheckTarget> bare(const CheckFlags& flags, const CompileAdditions& additions, Context& context) {
  SignatureRequest request = flags.signature;
  request.kernel = flags.problem;
  request.dims = flags.dims;
  request.additions = additions;
  TRY(found, describe_completely(request, context));
  CheckTarget target{found.problem, found.problem, false, std::move(found.assumed), {}, true, {}};
  if (flags.saves()) {
    TRY(path, place_to_save(found.problem, flags.save, context.files));
    target.save_to = path;
  }
  return target;
}

}  // namespace

Result<CheckTarget> load_check_target(const CheckFlags& flags, Context& context) {
  FileSystem& files = context.files;
  TRY(additions, read_additions(flags.compile, files));
  const bool describes = !flags.signature.reference.empty();
  const bool is_bare = !describes && is_bare_kernel(flags.problem, files);
  if (!describes && !is_bare) TRY_VOID(refuse_description(flags));
  const bool is_kernel = extension_of(flags.problem) == ".cu" && flags.candidate.empty() && !describes && !is_bare;
  if (is_kernel) return beside(flags.problem, additions, files);
  CheckTarget target;
  if (is_bare) {
    TRY(made, bare(flags, additions, context));
    target = std::move(made);
  } else if (describes) {
    TRY(made, described(flags, additions, files));
    target = std::move(made);
  } else {
    TRY(problem, load_problem(flags.problem, files, additions));
    target.original = target.candidate = std::move(problem);
  }
  if (flags.candidate.empty()) return target;
  TRY(candidate, load_candidate(target.original, flags.candidate, files));
  target.candidate = std::move(candidate);
  target.is_candidate = true;
  return target;
}

Result<void> save_problem(const CheckTarget& target, FileSystem& files) {
  if (target.save_to.empty()) return {};
  Problem problem = target.original;
  problem.file = target.save_to;
  problem.directory = directory_of(problem.file);
  return files.write(problem.file, marked(write_problem(problem)));
}

}  // namespace whet
