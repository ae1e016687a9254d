#include "problem/from_signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "problem/data/resolve.h"
#include "problem/file/load_sections.h"
#include "problem/file/size_flags.h"
#include "problem/reference.h"
#include "problem/signature/c_type.h"
#include "problem/signature/entry.h"
#include "problem/signature/launch_from_source.h"
#include "problem/signature/signature.h"
#include "problem/signature/taken_by_source.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_default_block_text = "256";

class Maker {
 public:
  Maker(const SignatureRequest& request, const FileSystem& files) : request_(request), files_(files) {}

  Result<SignatureProblem> run() {
    TRY_VOID(open());
    TRY_VOID(read_flags());
    TRY_VOID(add_dims());
    for (const Parameter& parameter : function_.parameters) TRY_VOID(add_argument(parameter));
    TRY_VOID(refuse_unknown_names());
    TRY_VOID(complain_of_missing());
    TRY_VOID(add_launch());
    problem_.cases.push_back({"default", {}, 1, false, function_.line});
    TRY_VOID(check_names(problem_));
    TRY_VOID(find_entries(problem_));
    TRY_VOID(check_signatures(problem_));
    return SignatureProblem{std::move(problem_), std::move(assumed_)};
  }

 private:
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
    if (request_.entry.empty() && found.size() > 1)
      return bad_input(fmt::format("{} holds {} kernels", request_.kernel, found.size()), {},
                       "choose one with --entry: " + join(names, ", "));
    function_ = found.front();
    problem_.entry = request_.entry.empty() ? function_.name : request_.entry;
    problem_.is_host_function = !function_.is_kernel;
    problem_.kernel_line = problem_.entry_line = function_.line;
    return {};
  }

  Result<void> read_flags() {
    TRY(reference, reference_of(request_.reference, files_));
    problem_.reference = std::move(reference);
    TRY(given, GivenSizes::parse(request_.dims));
    given_ = std::move(given);
    inout_ = comma_parts(request_.inout);
    for (const std::string& shape : request_.shapes) {
      const size_t equals = std::min(shape.find('='), shape.size());
      const std::string name(trim(shape.substr(0, equals)));
      TRY(extents, parse_formulas(shape.substr(std::min(equals + 1, shape.size())), "--shape", function_.line));
      if (name.empty() || extents.empty())
        return bad_input(in_quotes(shape) + " is no name and shape", "--shape", "write --shape A=M,K");
      shapes_.emplace(name, std::move(extents));
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

  // Everything of --dims but the values of floating scalars.
  Result<void> add_dims() {
    for (const auto& [name, value] : given_.all()) {
      const Parameter* const same = parameter(name);
      if (same && same->is_pointer())
        return bad_input(in_quotes(name) + " is an array, not a size", "--dims", "write --shape " + name + "=...");
      if ((same && is_floating_scalar(*same)) || (!same && is_floating_member(problem_, function_, name))) continue;
      TRY(size, parse_assignments(name + "=" + value, "--dims"));
      TRY(expression, Expression::parse(std::to_string(size.begin()->second), "--dims"));
      problem_.dims.push_back({name, {std::move(expression), function_.line}});
      product_ += (product_.empty() ? "" : " * ") + name;
    }
    return {};
  }

  Result<void> add_argument(const Parameter& parameter) {
    ProblemArgument argument;
    argument.name = parameter.name;
    argument.line = function_.line;
    const auto type = c_type(parameter.base);
    if (parameter.name.empty())
      return unclear(fmt::format("parameter {} has no name: {}", problem_.arguments.size() + 1, parameter.text));
    if (auto taken = struct_taken(problem_, parameter)) return add_struct(parameter.name, *std::move(taken));
    if (parameter.pointers > 1 || !type || (!parameter.is_pointer() && type->lanes > 1))
      return unclear(
          fmt::format("what {} takes is not plain from its type: {}", in_quotes(parameter.name), parameter.text));
    argument.type = type->element;
    TRY_VOID(parameter.is_pointer() ? set_array(parameter, argument) : set_scalar(argument));
    problem_.arguments.push_back(std::move(argument));
    return {};
  }

  // A plain struct of the source: its numbers are those of --dims, its pointers arrays of their names.
  Result<void> add_struct(const std::string& name, StructTaken taken) {
    ProblemArgument made;
    made.name = name;
    made.type = ElementType::u8;
    made.line = function_.line;
    for (const Parameter& pointer : taken.arrays) TRY_VOID(add_argument(pointer));
    for (StructField& field : taken.fields) {
      field.line = function_.line;
      if (field.array.empty()) TRY_VOID(set_field(field));
      made.fields.push_back(std::move(field));
    }
    problem_.arguments.push_back(std::move(made));
    return {};
  }

  Result<void> set_field(StructField& field) {
    const std::string* const given = given_.find(field.name);
    if (!given) {
      missing_values_.push_back(field.name);
      return {};
    }
    if (!is_floating(field.type)) return {};
    TRY(value, Expression::parse(*given, "--dims " + field.name + "=" + *given));
    field.value = Formula{std::move(value), function_.line};
    return {};
  }

  Error unclear(std::string what) const {
    return bad_input(std::move(what), problem_.place(function_.line),
                     "write a problem.toml that names the type: docs/problem.md");
  }

  Result<void> set_array(const Parameter& parameter, ProblemArgument& argument) {
    arrays_.push_back(parameter.name);
    const bool both = std::find(inout_.begin(), inout_.end(), parameter.name) != inout_.end();
    if (both && parameter.is_const)
      return bad_input(in_quotes(parameter.name) + " is const, the kernel cannot write it", "--inout", "leave it out");
    argument.role = both                 ? ArgumentRole::inout
                    : parameter.is_const ? ArgumentRole::in
                                         : role_in_source(problem_, function_, parameter, assumed_);
    argument.fill.kind = default_fill(argument.type);
    if (const auto shape = shapes_.find(parameter.name); shape != shapes_.end()) {
      argument.shape = shape->second;
      return {};
    }
    const bool several = problem_.dims.size() > 1;
    if (several && argument.role != ArgumentRole::in) {
      missing_shapes_.push_back(parameter.name);
      return {};
    }
    if (problem_.dims.empty()) return {};  // told by complain_of_missing
    TRY(extent, Expression::parse(product_, "--dims"));
    argument.shape = {{std::move(extent), function_.line}};
    assumed_.push_back(several ? fmt::format("`{}` has {} elements, enough for any use of the sizes (--shape {}=...)",
                                             parameter.name, product_, parameter.name)
                               : fmt::format("`{}` has {} elements", parameter.name, product_));
    return {};
  }

  Result<void> set_scalar(ProblemArgument& argument) {
    const std::string* const given = given_.find(argument.name);
    if (!given) {
      missing_values_.push_back(argument.name);
      return {};
    }
    if (!is_floating(argument.type)) return {};
    TRY(value, Expression::parse(*given, "--dims " + argument.name + "=" + *given));
    argument.value = Formula{std::move(value), function_.line};
    return {};
  }

  // A flag for an array that is not there would be silently without effect.
  Result<void> refuse_unknown_names() const {
    const auto check = [&](const std::string& name, const char* flag) -> Result<void> {
      if (std::find(arrays_.begin(), arrays_.end(), name) != arrays_.end()) return {};
      return bad_input(fmt::format("{} has no array {}", in_quotes(problem_.entry), in_quotes(name)), flag,
                       did_you_mean(name, arrays_));
    };
    for (const auto& [name, extents] : shapes_) TRY_VOID(check(name, "--shape"));
    for (const std::string& name : inout_) TRY_VOID(check(name, "--inout"));
    return {};
  }

  Result<void> complain_of_missing() const {
    if (!missing_values_.empty())
      return bad_input("no value is given for " + join(missing_values_, ", "), problem_.place(function_.line),
                       "add --dims " + join(missing_values_, "=...,") + "=...");
    if (!missing_shapes_.empty())
      return bad_input(
          "with several sizes the shape of " + join(missing_shapes_, ", ") + " is not plain",
          problem_.place(function_.line),
          "add --shape " + join(missing_shapes_, "=... --shape ") + "=...: every element of an output is compared");
    for (const ProblemArgument& argument : problem_.arguments) {
      const bool is_array = std::find(arrays_.begin(), arrays_.end(), argument.name) != arrays_.end();
      if (is_array && argument.shape.empty())
        return bad_input("no size is given", problem_.place(function_.line),
                         "add --dims n=1024, or --shape " + argument.name + "=1024");
    }
    return {};
  }

  Result<void> add_launch() {
    if (problem_.is_host_function) return {};
    ProblemLaunch launch;
    launch.line = function_.line;
    TRY(grid, parse_formulas(request_.grid, "--grid", launch.line));
    TRY(block, parse_formulas(request_.block, "--block", launch.line));
    TRY(shared, parse_formulas(request_.shared, "--shared", launch.line));
    if (shared.size() > 1) return bad_input("--shared takes one number", "--shared", "give bytes of a block");
    if (!shared.empty()) launch.shared = shared.front();
    if (grid.empty() && block.empty()) {
      if (auto found = launch_from_source(problem_, function_, launch.shared.has_value(), assumed_)) {
        grid = std::move(found->grid);
        block = std::move(found->block);
        if (!launch.shared) launch.shared = found->shared;
      }
    }
    if (grid.empty() && block.empty()) {
      assumed_.push_back(fmt::format("{} threads a block, a thread for each element of `{}` (--grid, --block)",
                                     k_default_block_text, first_output()));
    } else if (block.empty()) {
      TRY(extent, Expression::parse(k_default_block_text, "--block"));
      block.push_back({std::move(extent), launch.line});
      assumed_.push_back(fmt::format("{} threads a block (--block)", k_default_block_text));
    } else if (grid.empty()) {
      TRY(extent, one_thread_each(block));
      grid.push_back({std::move(extent), launch.line});
      assumed_.push_back(fmt::format("a grid of {}, a thread for each element of `{}` (--grid)",
                                     grid.front().expression.text(), first_output()));
    }
    launch.grid = std::move(grid);
    launch.block = std::move(block);
    problem_.launches.push_back(std::move(launch));
    return {};
  }

  std::string first_output() const {
    for (const ProblemArgument& argument : problem_.arguments) {
      if (argument.role != ArgumentRole::in) return argument.name;
    }
    return {};  // refused by check_names
  }

  Result<Expression> one_thread_each(const std::vector<Formula>& block) const {
    const ProblemArgument* const output = problem_.argument(first_output());
    const std::string elements = output ? product_text(output->shape) : "1";
    return Expression::parse(fmt::format("ceil_div({}, {})", elements, product_text(block)), "--block");
  }

  const SignatureRequest& request_;
  const FileSystem& files_;
  Problem problem_;
  SourceFunction function_;
  GivenSizes given_;
  std::map<std::string, std::vector<Formula>> shapes_;
  std::vector<std::string> arrays_, inout_, missing_values_, missing_shapes_, assumed_;
  std::string product_;  // of all sizes: "M * N * K"
};

}  // namespace

Result<SignatureProblem> problem_from_signature(const SignatureRequest& request, const FileSystem& files) {
  return Maker(request, files).run();
}

}  // namespace whet
