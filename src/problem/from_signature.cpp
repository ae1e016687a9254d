#include "problem/from_signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "problem/data/resolve.h"
#include "problem/file/load_sections.h"
#include "problem/file/size_flags.h"
#include "problem/reference.h"
#include "problem/signature/assumed_fill.h"
#include "problem/signature/assumed_launch.h"
#include "problem/signature/c_type.h"
#include "problem/signature/entry.h"
#include "problem/signature/launch_from_source.h"
#include "problem/signature/signature.h"
#include "problem/signature/source_variables.h"
#include "problem/signature/taken_by_source.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_default_block_text = "256";

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
    for (const Parameter& parameter : function_.parameters) TRY_VOID(add_argument(parameter));
    TRY_VOID(add_variables());
    TRY_VOID(refuse_unknown_names());
    TRY_VOID(complain_of_missing());
    for (ProblemArgument& argument : problem_.arguments) TRY_VOID(assume_shape(argument));
    assume_fills(problem_, function_, assumed_);
    TRY_VOID(add_launch());
    problem_.cases.push_back({"default", {}, 1, false, function_.line});
    TRY_VOID(check_names(problem_));
    TRY_VOID(find_entries(problem_));
    TRY_VOID(check_signatures(problem_));
    return SignatureProblem{std::move(problem_), std::move(assumed_), std::move(generous_)};
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
    TRY(reference, reference_of(request_.reference, files_));
    problem_.reference = std::move(reference);
    TRY(given, GivenSizes::parse(request_.dims));
    given_ = std::move(given);
    inout_ = comma_parts(request_.inout);
    for (const std::string& shape : request_.shapes) {
      const size_t equals = std::min(shape.find('='), shape.size());
      const std::string name(trim(shape.substr(0, equals)));
      TRY(extents,
          parse_formulas(plain_members(shape.substr(std::min(equals + 1, shape.size()))), "--shape", function_.line));
      if (name.empty() || extents.empty())
        return bad_input(in_quotes(shape) + " is not a name and a shape", "--shape", "write --shape A=M,K");
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

  // All of --dims except the values of floating-point scalars.
  Result<void> add_dims() {
    for (const auto& [given, value] : given_.all()) {
      const std::string name = plain_members(given);
      const Parameter* const same = parameter(name);
      if (same && same->is_pointer())
        return bad_input(in_quotes(name) + " is an array, not a size", "--dims", "write --shape " + name + "=...");
      if ((same && is_floating_scalar(*same)) || (!same && is_floating_member(problem_, function_, given))) continue;
      TRY(size, parse_assignments(name + "=" + value, "--dims"));
      TRY(expression, Expression::parse(std::to_string(size.begin()->second), "--dims"));
      problem_.dims.push_back({name, {std::move(expression), function_.line}});
      product_ += (product_.empty() ? "" : " * ") + name;
    }
    return {};
  }

  // "s.pitch" of a struct parameter s becomes the size s_pitch, because names in problems have no dots.
  std::string plain_members(std::string text) const {
    for (const Parameter& each : function_.parameters) {
      const std::string dotted = each.name + ".";
      for (size_t at = text.find(dotted); !each.name.empty() && at != std::string::npos;
           at = text.find(dotted, at + 1)) {
        const bool begins = at == 0 || (!std::isalnum(static_cast<unsigned char>(text[at - 1])) && text[at - 1] != '_');
        if (begins) text[at + each.name.size()] = '_';
      }
    }
    return text;
  }

  Result<void> add_argument(const Parameter& parameter) {
    ProblemArgument argument;
    argument.name = parameter.name;
    argument.line = function_.line;
    const auto type = c_type(parameter.base);
    if (parameter.name.empty())
      return unclear(fmt::format("parameter {} has no name: {}", problem_.arguments.size() + 1, parameter.text));
    if (parameter.base == "cudaStream_t" && !parameter.is_pointer()) return add_stream(std::move(argument));
    if (auto taken = struct_taken(problem_, parameter)) return add_struct(parameter.name, *std::move(taken));
    if (parameter.pointers > 1 || !type || (!parameter.is_pointer() && type->lanes > 1))
      return unclear(
          fmt::format("what {} takes is not clear from its type: {}", in_quotes(parameter.name), parameter.text));
    argument.type = type->element;
    if (parameter.is_pointer()) lanes_[parameter.name] = type->lanes;
    TRY_VOID(parameter.is_pointer() ? set_array(parameter, argument) : set_scalar(argument));
    problem_.arguments.push_back(std::move(argument));
    return {};
  }

  // Host code may have a stream parameter: it gets the default stream, a null pointer.
  Result<void> add_stream(ProblemArgument argument) {
    argument.type = ElementType::i64;
    TRY(zero, Expression::parse("0", "--dims"));
    argument.value = Formula{std::move(zero), function_.line};
    assumed_.push_back(fmt::format("`{}` is the default stream", argument.name));
    problem_.arguments.push_back(std::move(argument));
    return {};
  }

  // A plain struct of the source: its numbers come from --dims, its pointers are arrays with their names.
  Result<void> add_struct(const std::string& name, StructTaken taken) {
    ProblemArgument made;
    made.name = name;
    made.type = ElementType::u8;
    made.line = function_.line;
    for (const Parameter& pointer : taken.arrays) TRY_VOID(add_argument(pointer));
    for (StructField& field : taken.fields) {
      field.line = function_.line;
      if (field.array.empty()) TRY_VOID(set_field(name, field));
      made.fields.push_back(std::move(field));
    }
    problem_.arguments.push_back(std::move(made));
    return {};
  }

  // Found by both names, s.pitch or s_pitch, or else by its own name, which several structs may share.
  Result<void> set_field(const std::string& argument, StructField& field) {
    const std::string both = argument + "_" + field.name;
    const std::string* given = given_.find(argument + "." + field.name);
    if (!given) given = given_.find(both);
    const bool is_own = given != nullptr;
    if (!given) given = given_.find(field.name);
    if (!given) {
      missing_values_.push_back(is_shared_member(field.name) ? argument + "." + field.name : field.name);
      missing_sizes_ += is_floating(field.type) ? 0 : 1;
      return {};
    }
    if (!is_floating(field.type) && !is_own) return {};
    TRY(value, Expression::parse(is_floating(field.type) ? *given : both, "--dims " + field.name + "=" + *given));
    field.value = Formula{std::move(value), function_.line};
    return {};
  }

  // Whether another struct also has a member with this name.
  bool is_shared_member(const std::string& name) const {
    int structs = 0;
    for (const Parameter& each : function_.parameters) {
      const auto taken = struct_taken(problem_, each);
      structs += taken && std::any_of(taken->fields.begin(), taken->fields.end(),
                                      [&](const StructField& field) { return field.name == name; });
    }
    return structs > 1;
  }

  Error unclear(std::string what) const {
    const std::string name = function_.name.substr(function_.name.rfind(':') + 1);
    return bad_input(std::move(what), problem_.place(function_.line),
                     function_.is_open_template ? "name the instance: --entry '" + name +
                                                      "<float>', with an argument for each of its parameters"
                                                : "write a problem.toml that names the type: docs/problem.md");
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
    if (const auto shape = shapes_.find(parameter.name); shape != shapes_.end()) argument.shape = shape->second;
    add_lanes(argument);
    return {};
  }

  // Shapes count elements of the C type: `float4* pos` of n has n x 4 numbers.
  void add_lanes(ProblemArgument& argument) {
    const int lanes = lanes_.count(argument.name) > 0 ? lanes_.at(argument.name) : 1;
    const std::string text = std::to_string(lanes);
    if (lanes == 1 || argument.shape.empty() || argument.shape.back().expression.text() == text) return;
    if (auto extent = Expression::parse(text)) argument.shape.push_back({std::move(*extent), function_.line});
    assumed_.push_back(fmt::format("`{}` has {} numbers: it points to vectors of {}", argument.name,
                                   product_text(argument.shape), lanes));
  }

  // With one size, all arrays have that size. With several, an input gets their product, which is enough for any use.
  Result<void> assume_shape(ProblemArgument& argument) {
    const bool is_array = std::find(arrays_.begin(), arrays_.end(), argument.name) != arrays_.end();
    if (!is_array || !argument.shape.empty()) return {};
    const bool several = problem_.dims.size() > 1;
    TRY(extent, Expression::parse(product_, "--dims"));
    argument.shape = {{std::move(extent), function_.line}};
    if (several) generous_.push_back(argument.name);
    if (lanes_.at(argument.name) > 1) {
      add_lanes(argument);
      return {};
    }
    assumed_.push_back(several ? fmt::format("`{}` has {} elements, enough for any use of the sizes (--shape {}=...)",
                                             argument.name, product_, argument.name)
                               : fmt::format("`{}` has {} elements", argument.name, product_));
    return {};
  }

  // Variables without data would hold zeros: a __constant__ array that the kernel reads gets data, and so does any
  // variable for which the user gives a shape.
  Result<void> add_variables() {
    if (problem_.is_host_function) return {};
    for (const SourceVariable& variable : source_variables(problem_, problem_.entry)) {
      const auto shape = shapes_.find(variable.name);
      const bool is_wanted = shape != shapes_.end();
      if (!is_wanted && (variable.is_set || !variable.is_constant || variable.shape.empty())) continue;
      ProblemArgument argument;
      argument.name = variable.name;
      argument.type = variable.type;
      argument.is_variable = true;
      argument.line = function_.line;
      argument.fill.kind = default_fill(argument.type);
      if (is_wanted) argument.shape = shape->second;
      for (size_t i = 0; !is_wanted && i < variable.shape.size(); ++i) {
        TRY(extent, Expression::parse(std::to_string(variable.shape[i]), "--shape"));
        argument.shape.push_back({std::move(extent), function_.line});
      }
      variables_.push_back(argument.name);
      assumed_.push_back(fmt::format("`{}`, a {} variable, gets data: {} elements (--shape {}=...)", argument.name,
                                     variable.is_constant ? "__constant__" : "__device__", product_text(argument.shape),
                                     argument.name));
      problem_.arguments.push_back(std::move(argument));
    }
    return {};
  }

  Result<void> set_scalar(ProblemArgument& argument) {
    const std::string* const given = given_.find(argument.name);
    if (!given) {
      missing_values_.push_back(argument.name);
      missing_sizes_ += is_floating(argument.type) ? 0 : 1;
      return {};
    }
    if (!is_floating(argument.type)) return {};
    TRY(value, Expression::parse(*given, "--dims " + argument.name + "=" + *given));
    argument.value = Formula{std::move(value), function_.line};
    return {};
  }

  // A flag for an array that does not exist is an error, because it would silently have no effect.
  Result<void> refuse_unknown_names() const {
    const auto check = [&](const std::string& name, const char* flag) -> Result<void> {
      if (std::find(arrays_.begin(), arrays_.end(), name) != arrays_.end()) return {};
      if (std::find(variables_.begin(), variables_.end(), name) != variables_.end()) return {};
      return bad_input(fmt::format("{} has no array {}", in_quotes(problem_.entry), in_quotes(name)), flag,
                       did_you_mean(name, arrays_));
    };
    for (const auto& [name, extents] : shapes_) TRY_VOID(check(name, "--shape"));
    for (const std::string& name : inout_) TRY_VOID(check(name, "--inout"));
    return {};
  }

  // Lists all missing shapes at once. With several sizes, an output needs a shape, because every element is compared.
  // So does an input if the product of the sizes would be too large for an array.
  std::vector<std::string> missing_shapes() const {
    constexpr size_t k_most_multiplied = 4;
    const size_t sizes = problem_.dims.size() + missing_sizes_;
    std::vector<std::string> missing;
    for (const ProblemArgument& argument : problem_.arguments) {
      const bool is_array = std::find(arrays_.begin(), arrays_.end(), argument.name) != arrays_.end();
      if (!is_array || !argument.shape.empty() || sizes < 2) continue;
      if (argument.role != ArgumentRole::in || sizes > k_most_multiplied) missing.push_back(argument.name);
    }
    return missing;
  }

  Result<void> complain_of_missing() const {
    const std::vector<std::string> shapes = missing_shapes();
    std::vector<std::string> what, mend;
    if (!missing_values_.empty()) {
      what.push_back("no value is given for " + join(missing_values_, ", "));
      mend.push_back("--dims " + join(missing_values_, "=...,") + "=...");
    }
    if (!shapes.empty()) {
      what.push_back("with several sizes the shape of " + join(shapes, ", ") + " is not clear");
      mend.push_back("--shape " + join(shapes, "=... --shape ") + "=...: every element of an output is compared");
    }
    if (!what.empty()) return bad_input(join(what, ", and "), problem_.place(function_.line), "add " + join(mend, " "));
    for (const ProblemArgument& argument : problem_.arguments) {
      const bool is_array = std::find(arrays_.begin(), arrays_.end(), argument.name) != arrays_.end();
      if (is_array && argument.shape.empty() && problem_.dims.empty())
        return bad_input("no size is given", problem_.place(function_.line),
                         "add --dims n=1024, or --shape " + argument.name + "=1024");
    }
    return {};
  }

  Result<void> add_launch() {
    if (problem_.is_host_function) return {};
    ProblemLaunch launch;
    launch.line = function_.line;
    TRY(grid, parse_formulas(plain_members(request_.grid), "--grid", launch.line));
    TRY(block, parse_formulas(plain_members(request_.block), "--block", launch.line));
    TRY(shared, parse_formulas(plain_members(request_.shared), "--shared", launch.line));
    if (shared.size() > 1) return bad_input("--shared takes one number", "--shared", "give bytes of a block");
    if (!shared.empty()) launch.shared = shared.front();
    if (grid.empty() && block.empty()) {
      if (auto found = launch_from_source(problem_, function_, launch.shared.has_value(), assumed_)) {
        grid = std::move(found->grid);
        block = std::move(found->block);
        if (!launch.shared) launch.shared = found->shared;
      }
    }
    TRY_VOID(require_shared(launch));
    if (grid.empty()) {
      if (auto found = launch_by_guards(problem_, function_, block, assumed_)) {
        grid = std::move(found->grid);
        block = std::move(found->block);
      }
    }
    if (block.empty()) {
      TRY(extent, Expression::parse(k_default_block_text, "--block"));
      block.push_back({std::move(extent), launch.line});
      if (!grid.empty()) assumed_.push_back(fmt::format("{} threads a block (--block)", k_default_block_text));
    }
    if (grid.empty()) {
      TRY(extent, one_thread_each(block));
      grid.push_back({std::move(extent), launch.line});
      assumed_.push_back(
          fmt::format("a grid of {}, {} threads a block: a thread for each element of `{}` (--grid, "
                      "--block)",
                      grid.front().expression.text(), product_text(block), first_output()));
    }
    launch.grid = std::move(grid);
    launch.block = std::move(block);
    problem_.launches.push_back(std::move(launch));
    return {};
  }

  // Without it, a block would immediately access memory beyond the end of the array.
  Result<void> require_shared(const ProblemLaunch& launch) const {
    if (launch.shared) return {};
    const std::string array = dynamic_shared_array(problem_, function_);
    if (array.empty()) return {};
    return bad_input(
        fmt::format("{} uses dynamic shared memory, `{}`, and nothing says how much", in_quotes(problem_.entry), array),
        problem_.place(function_.line), "add --shared BYTES, an expression of the sizes: --shared '4 * 32 * 33'");
  }

  std::string first_output() const {
    for (const ProblemArgument& argument : problem_.arguments) {
      if (argument.role != ArgumentRole::in) return argument.name;
    }
    return {};  // check_names reports this
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
  std::vector<std::string> arrays_, variables_, inout_, missing_values_, assumed_;
  std::vector<std::string> generous_;  // arrays that may be larger than the part that is used
  std::map<std::string, int> lanes_;   // numbers per element, for arrays of vectors
  size_t missing_sizes_ = 0;           // those of missing_values_ that are integers
  std::string product_;                // product of all sizes: "M * N * K"
};

}  // namespace

Result<SignatureProblem> problem_from_signature(const SignatureRequest& request, const FileSystem& files) {
  return Maker(request, files).run();
}

}  // namespace whet
