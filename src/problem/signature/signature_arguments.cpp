#include "problem/signature/signature_arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/file/section.h"
#include "problem/signature/c_type.h"
#include "util/text.h"

namespace whet {

Result<void> SignatureArguments::add_all() {
  for (const Parameter& parameter : function_.parameters) TRY_VOID(add(parameter));
  TRY_VOID(add_variables());
  TRY_VOID(refuse_unknown_names());
  TRY_VOID(complain_of_missing());
  for (ProblemArgument& argument : problem_.arguments) TRY_VOID(shapes_.assume(argument, problem_));
  return {};
}

Result<void> SignatureArguments::add(const Parameter& parameter) {
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
  TRY_VOID(parameter.is_pointer() ? set_array(parameter, type->lanes, argument) : set_scalar(argument));
  problem_.arguments.push_back(std::move(argument));
  return {};
}

// Host code may have a stream parameter: it gets the default stream, a null pointer.
Result<void> SignatureArguments::add_stream(ProblemArgument argument) {
  argument.type = ElementType::i64;
  TRY(zero, Expression::parse("0", "--dims"));
  argument.value = Formula{std::move(zero), function_.line};
  notes_.push_back(fmt::format("`{}` is the default stream", argument.name));
  problem_.arguments.push_back(std::move(argument));
  return {};
}

// A plain struct of the source: its numbers come from --dims, its pointers are arrays with their names, after that of
// the struct if several have them.
Result<void> SignatureArguments::add_struct(const std::string& name, StructTaken taken) {
  ProblemArgument made;
  made.name = name;
  made.type = ElementType::u8;
  made.line = function_.line;
  for (Parameter& pointer : taken.arrays) {
    if (is_shared_member(pointer.name)) pointer.name = name + "_" + pointer.name;
    TRY_VOID(add(pointer));
  }
  for (StructField& field : taken.fields) {
    field.line = function_.line;
    if (!field.array.empty() && is_shared_member(field.name)) field.array = name + "_" + field.array;
    if (field.array.empty()) TRY_VOID(set_field(name, field));
    made.fields.push_back(std::move(field));
  }
  problem_.arguments.push_back(std::move(made));
  return {};
}

// Found by both names, s.pitch or s_pitch, or else by its own name, which several structs may share.
Result<void> SignatureArguments::set_field(const std::string& argument, StructField& field) {
  const std::string both = argument + "_" + field.name;
  const std::string* given = flags_.sizes.find(argument + "." + field.name);
  if (!given) given = flags_.sizes.find(both);
  const bool is_own = given != nullptr;
  if (!given) given = flags_.sizes.find(field.name);
  if (!given) {
    miss_value(is_shared_member(field.name) ? argument + "." + field.name : field.name, field.type);
    return {};
  }
  if (!is_floating(field.type) && !is_own) return {};
  TRY(value, Expression::parse(is_floating(field.type) ? *given : both, "--dims " + field.name + "=" + *given));
  field.value = Formula{std::move(value), function_.line};
  return {};
}

// Whether another struct or a parameter also has this name.
bool SignatureArguments::is_shared_member(const std::string& name) const {
  int structs = 0;
  for (const Parameter& each : function_.parameters) {
    const auto taken = struct_taken(problem_, each);
    structs += each.name == name;
    structs += taken && std::any_of(taken->fields.begin(), taken->fields.end(),
                                    [&](const StructField& field) { return field.name == name; });
  }
  return structs > 1;
}

Error SignatureArguments::unclear(std::string what) const {
  const std::string name = function_.name.substr(function_.name.rfind(':') + 1);
  return bad_input(std::move(what), problem_.place(function_.line),
                   function_.is_open_template
                       ? "name the instance: --entry '" + name + "<float>', with an argument for each of its parameters"
                       : "write a problem.toml that names the type: docs/problem.md");
}

Result<void> SignatureArguments::set_array(const Parameter& parameter, int lanes, ProblemArgument& argument) {
  const bool both = std::find(flags_.inout.begin(), flags_.inout.end(), parameter.name) != flags_.inout.end();
  if (both && parameter.is_const)
    return bad_input(in_quotes(parameter.name) + " is const, the kernel cannot write it", "--inout", "leave it out");
  argument.role = both                 ? ArgumentRole::inout
                  : parameter.is_const ? ArgumentRole::in
                                       : role_in_source(problem_, function_, parameter, notes_);
  argument.fill.kind = default_fill(argument.type);
  shapes_.add(argument, lanes);
  return {};
}

Result<void> SignatureArguments::set_scalar(ProblemArgument& argument) {
  const std::string* const given = flags_.sizes.find(argument.name);
  if (!given) {
    miss_value(argument.name, argument.type);
    return {};
  }
  const bool is_size = std::any_of(problem_.dims.begin(), problem_.dims.end(),
                                   [&](const Dimension& dimension) { return dimension.name == argument.name; });
  if (is_size) return {};
  TRY(value, Expression::parse(*given, "--dims " + argument.name + "=" + *given));
  argument.value = Formula{std::move(value), function_.line};
  return {};
}

void SignatureArguments::miss_value(std::string name, ElementType type) {
  missing_values_.push_back(std::move(name));
  missing_sizes_ += is_floating(type) ? 0 : 1;
}

// Variables without data would hold zeros: a __constant__ array that the kernel reads gets data, and so does any
// variable for which the user gives a shape.
Result<void> SignatureArguments::add_variables() {
  if (problem_.is_host_function) return {};
  for (const SourceVariable& variable : source_variables(problem_, problem_.entry)) {
    const auto given = flags_.shapes.find(variable.name);
    const bool is_wanted = given != flags_.shapes.end();
    if (!is_wanted && (variable.is_set || !variable.is_constant || variable.shape.empty())) continue;
    TRY_VOID(add_variable(variable, is_wanted ? &given->second : nullptr));
  }
  return {};
}

Result<void> SignatureArguments::add_variable(const SourceVariable& variable, const std::vector<Formula>* shape) {
  ProblemArgument argument;
  argument.name = variable.name;
  argument.type = variable.type;
  argument.is_variable = true;
  argument.line = function_.line;
  argument.fill.kind = default_fill(argument.type);
  if (shape) argument.shape = *shape;
  for (size_t i = 0; !shape && i < variable.shape.size(); ++i) {
    TRY(extent, Expression::parse(std::to_string(variable.shape[i]), "--shape"));
    argument.shape.push_back({std::move(extent), function_.line});
  }
  variables_.push_back(argument.name);
  notes_.push_back(fmt::format("`{}`, a {} variable, gets data: {} elements (--shape {}=...)", argument.name,
                               variable.is_constant ? "__constant__" : "__device__", product_text(argument.shape),
                               argument.name));
  problem_.arguments.push_back(std::move(argument));
  return {};
}

// A flag for an array that does not exist is an error, because it would silently have no effect.
Result<void> SignatureArguments::refuse_unknown_names() const {
  const std::vector<std::string>& arrays = shapes_.arrays();
  const auto check = [&](const std::string& name, const char* flag) -> Result<void> {
    if (std::find(arrays.begin(), arrays.end(), name) != arrays.end()) return {};
    if (std::find(variables_.begin(), variables_.end(), name) != variables_.end()) return {};
    return bad_input(fmt::format("{} has no array {}", in_quotes(problem_.entry), in_quotes(name)), flag,
                     did_you_mean(name, arrays));
  };
  for (const auto& [name, extents] : flags_.shapes) TRY_VOID(check(name, "--shape"));
  for (const std::string& name : flags_.inout) TRY_VOID(check(name, "--inout"));
  return {};
}

// Lists all that is missing at once.
Result<void> SignatureArguments::complain_of_missing() const {
  const std::vector<std::string> shapes = shapes_.missing(problem_, problem_.dims.size() + missing_sizes_);
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
  const ProblemArgument* const without = shapes_.first_without(problem_);
  if (!without || !problem_.dims.empty()) return {};
  return bad_input("no size is given", problem_.place(function_.line),
                   "add --dims n=1024, or --shape " + without->name + "=1024");
}

}  // namespace whet
