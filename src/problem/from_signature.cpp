#include "problem/from_signature.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/data/resolve.h"
#include "problem/file/load_sections.h"
#include "problem/file/size_flags.h"
#include "problem/reference.h"
#include "problem/signature/assumed_fill.h"
#include "problem/signature/c_type.h"
#include "problem/signature/entry.h"
#include "problem/signature/launch_from_source.h"
#include "problem/signature/signature.h"
#include "problem/signature/signature_arguments.h"
#include "problem/signature/signature_launch.h"
#include "problem/signature/taken_by_source.h"
#include "util/text.h"

namespace whet {

namespace {

class Maker {
 public:
  Maker(const SignatureRequest& request, const FileSystem& files) : request_(request), files_(files) {}

  // An error also lists what was assumed until then, which may be the cause.
  Result<SignatureProblem> run() {
    auto made = make();
    if (made) return made;
    Error error = made.error();
    for (const std::string& each : assumed_) error.details += "assumed: " + each + "\n";
    return error;
  }

 private:
  Result<SignatureProblem> make() {
    TRY_VOID(open());
    TRY_VOID(read_flags());
    TRY_VOID(add_dims());
    SignatureArguments arguments(flags_, function_, problem_, assumed_);
    TRY_VOID(arguments.add_all());
    assume_fills(problem_, function_, assumed_);
    const LaunchFlags launch{request_.grid, request_.block, request_.shared};
    if (!problem_.is_host_function) TRY_VOID(add_launch(launch, function_, problem_, assumed_));
    problem_.cases.push_back({"default", {}, 1, false, function_.line});
    TRY_VOID(check_names(problem_));
    TRY_VOID(find_entries(problem_));
    TRY_VOID(check_signatures(problem_));
    return SignatureProblem{std::move(problem_), std::move(assumed_), arguments.generous()};
  }

  Result<void> open() {
    if (!files_.info(request_.kernel))
      return bad_input("there is no file " + in_quotes(request_.kernel), {}, "name a .cu file");
    TRY(source, read_text(files_, request_.kernel));
    problem_.file = problem_.kernel = request_.kernel;
    problem_.directory = directory_of(request_.kernel);
    problem_.source = std::move(source);
    TRY_VOID(add_to(request_.additions, problem_));
    problem_.headers = header_texts(problem_, files_);
    const auto found = find_functions(problem_, request_.entry);
    std::vector<std::string> names;
    for (const SourceFunction& each : find_functions(problem_, "")) names.push_back(each.name);
    if (names.empty() && found.empty())
      return bad_input(request_.kernel + " holds no kernel", {}, "name a file with a __global__ function");
    if (found.empty())
      return bad_input(fmt::format("{} has no function {}", request_.kernel, in_quotes(request_.entry)), "--entry",
                       did_you_mean(request_.entry, names));
    if (request_.entry.empty() && found.size() > 1) return several_kernels(names);
    function_ = found.front();
    problem_.entry = request_.entry.empty() ? function_.name : request_.entry;
    problem_.is_host_function = !function_.is_kernel;
    problem_.kernel_line = problem_.entry_line = function_.line;
    return {};
  }

  // The user may choose one kernel, or launch all: by a host function, or one after another.
  Error several_kernels(const std::vector<std::string>& names) const {
    std::string mend = "choose one with --entry: " + join(names, ", ");
    const std::vector<std::string> launchers = launching_functions(problem_.source);
    if (!launchers.empty()) mend += "; or the host function that launches them: --entry " + join(launchers, ", ");
    mend += "; or list several as [[launch]] in a problem.toml (docs/problem.md)";
    return bad_input(fmt::format("{} holds {} kernels", request_.kernel, names.size()), {}, mend);
  }

  Result<void> read_flags() {
    if (!request_.reference.empty()) {
      TRY(reference, reference_of(request_.reference, files_));
      problem_.reference = std::move(reference);
    }
    TRY(sizes, GivenSizes::parse(request_.dims));
    flags_.sizes = std::move(sizes);
    flags_.inout = comma_parts(request_.inout);
    flags_.extent_otherwise = request_.extent_otherwise;
    for (const std::string& shape : request_.shapes) {
      const size_t equals = std::min(shape.find('='), shape.size());
      const std::string name = plain_members(function_, std::string(trim(shape.substr(0, equals))));
      TRY(extents, parse_formulas(plain_members(function_, shape.substr(std::min(equals + 1, shape.size()))), "--shape",
                                  function_.line));
      if (name.empty() || extents.empty())
        return bad_input(in_quotes(shape) + " is not a name and a shape", "--shape", "write --shape A=M,K");
      flags_.shapes.emplace(name, std::move(extents));
    }
    return {};
  }

  const Parameter* parameter(const std::string& name) const {
    for (const Parameter& each : function_.parameters) {
      if (each.name == name) return &each;
    }
    return nullptr;
  }

  static bool is_floating_scalar(const Parameter& parameter) {
    const auto type = c_type(parameter.base);
    return !parameter.is_pointer() && type && is_floating(type->element);
  }

  bool is_dimension(const std::string& name) const {
    return std::any_of(problem_.dims.begin(), problem_.dims.end(),
                       [&](const Dimension& dimension) { return dimension.name == name; });
  }

  // 0 and -3 are numbers that a kernel may take, but no sizes.
  static bool is_not_positive(const std::string& value) {
    const bool digits = value.find_first_not_of("-0123456789") == std::string::npos;
    return digits && (value.starts_with('-') || value.find_first_not_of('0') == std::string::npos);
  }

  // All of --dims except the values of floating-point scalars.
  Result<void> add_dims() {
    for (const auto& [given, value] : flags_.sizes.all()) {
      const std::string name = plain_members(function_, given);
      const Parameter* const same = parameter(name);
      if (same && same->is_pointer())
        return bad_input(in_quotes(name) + " is an array, not a size", "--dims", "write --shape " + name + "=...");
      if ((same && is_floating_scalar(*same)) || (!same && is_floating_member(problem_, function_, given))) continue;
      if (same && is_not_positive(value)) continue;
      const auto size = parse_assignments(name + "=" + value, "--dims");
      const bool is_formula = !size && value.find_first_of("*+-/%(") != std::string::npos;
      if (!size && !is_formula && !is_dimension(value)) return size.error();
      TRY(expression, Expression::parse(size ? std::to_string(size->begin()->second) : value, "--dims"));
      problem_.dims.push_back({name, {std::move(expression), function_.line}});
    }
    return {};
  }

  const SignatureRequest& request_;
  const FileSystem& files_;
  Problem problem_;
  SourceFunction function_;
  ArgumentFlags flags_;
  std::vector<std::string> assumed_;
};

}  // namespace

Result<SignatureProblem> problem_from_signature(const SignatureRequest& request, const FileSystem& files) {
  return Maker(request, files).run();
}

}  // namespace whet
