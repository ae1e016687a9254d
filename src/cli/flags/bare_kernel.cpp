#include "cli/flags/bare_kernel.h"

#include <fmt/format.h>

#include <filesystem>

#include "describe/derived_work.h"
#include "util/text.h"

namespace whet {

namespace {

std::string beside(const std::string& kernel, const std::string& name) {
  const std::string directory = directory_of(kernel);
  return directory == "." ? name : join_path(directory, name);
}

}  // namespace

bool is_bare_kernel(const std::string& path, const FileSystem& files) {
  return extension_of(path) == ".cu" && files.info(path) && !files.info(beside(path, "problem.toml"));
}

Result<Description> describe_file(const SignatureRequest& request, Context& context) {
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  return describe_kernel(request, {context.files, compiler, context.knowledge});
}

void complete_work(Problem& problem, Context& context) {
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  add_derived_work(problem, {context.files, compiler, context.knowledge});
}

Result<Description> describe_completely(const SignatureRequest& request, Context& context) {
  TRY(found, describe_file(request, context));
  if (found.open.empty()) return found;
  std::vector<std::string> arrays;
  for (const auto& [array, why] : found.open) arrays.push_back(fmt::format("`{}` ({})", array, why));
  return bad_input("the shape of " + join(arrays, ", ") + " is not known", request.kernel,
                   fmt::format("write the problem and fill its open lines: whet init {}", request.kernel));
}

Result<Problem> load_or_describe(const std::string& path, const CompileAdditions& additions, Context& context,
                                 std::vector<std::string>& assumed) {
  if (!is_bare_kernel(path, context.files)) return load_problem(path, context.files, additions);
  SignatureRequest request;
  request.kernel = path;
  request.additions = additions;
  TRY(found, describe_completely(request, context));
  assumed = std::move(found.assumed);
  return std::move(found.problem);
}

Result<std::string> problem_for(const std::string& path, const std::string& dims, const CompileAdditions& additions,
                                Context& context, const std::function<void(const std::string&)>& say) {
  if (!is_bare_kernel(path, context.files)) return path;
  SignatureRequest request;
  request.kernel = path;
  request.dims = dims;
  request.additions = additions;
  TRY(found, describe_completely(request, context));
  const std::string place = beside(path, "problem.toml");
  TRY(reference, write_description(found, place, context));
  std::string text = fmt::format("whet: {} has no problem: wrote {} with what was found and assumed\n", path, place);
  for (const std::string& each : found.assumed) text += "  " + each + "\n";
  text += "  the reference is " +
          (reference.cpp.empty() ? "the original kernel" : reference.cpp + ": " + reference_remark(found.meaning));
  say(text + "\n");
  return place;
}

Error with_assumptions(Error error, const std::vector<std::string>& assumed) {
  if (assumed.empty()) return error;
  error.mend = "what was assumed (below) may not fit: give --grid, --block, --shape or --dims" +
               (error.mend.empty() ? "" : "; if it fits, " + error.mend);
  for (const std::string& each : assumed) error.details += "assumed: " + each + "\n";
  return error;
}

Result<ReferenceNames> write_description(const Description& description, const std::string& path, Context& context,
                                         OldReferences old) {
  const std::string stem = std::filesystem::path(path).stem().string(), directory = directory_of(path);
  const std::string name = stem == "problem" ? "reference" : stem + ".reference";
  const auto written = [&](const std::string& file, const std::string& text) -> Result<std::string> {
    const std::string place = join_path(directory, file);
    if (text.empty() || (old == OldReferences::stay && context.files.info(place))) return std::string();
    TRY_VOID(context.files.write(place, text));
    return file;
  };
  ReferenceNames names;
  TRY(cpp, written(name + ".cpp", description.meaning.reference));
  names.cpp = std::move(cpp);
  if (!names.cpp.empty()) {
    TRY(gpu, written(name + ".cu", description.meaning.gpu_reference));
    names.gpu = std::move(gpu);
  }
  TRY_VOID(context.files.write(path, problem_text(description, path, names)));
  return names;
}

}  // namespace whet
