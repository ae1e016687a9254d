#include "problem/reference.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "compile/source/scratch.h"
#include "compile/source/user_headers.h"
#include "problem/file/section.h"
#include "util/hash.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_call = "whet_call_reference";

std::string parameter_type(const ProblemArgument& argument) {
  if (argument.is_scalar()) return is_floating(argument.type) ? "double" : "int64_t";
  return argument.role == ArgumentRole::in ? "const double*" : "double*";
}

// A struct is passed as its members, named after both: `double params_dt`. Its pointers are passed as arrays.
struct MemberParameter {
  std::string type, name, value;
};
std::vector<MemberParameter> members_of(const ProblemArgument& argument, size_t at) {
  std::vector<MemberParameter> members;
  size_t next = 0;
  for (const StructField& field : argument.fields) {
    if (!field.array.empty()) continue;
    const std::string name = argument.name + "_" + field.name;
    const std::string place = fmt::format("static_cast<double*>(values[{}])", at);
    if (field.count > 1)
      members.push_back({"const double*", name, fmt::format("{} + {}", place, next)});
    else if (is_floating(field.type))
      members.push_back({"double", name, fmt::format("{}[{}]", place, next)});
    else
      members.push_back({"int64_t", name, fmt::format("static_cast<int64_t>({}[{}])", place, next)});
    next += field.count;
  }
  return members;
}

// Dimensions that are not arguments: a kernel may derive them from its grid, the reference cannot.
std::vector<std::string> further_dims(const Problem& problem) {
  std::vector<std::string> names;
  for (const Dimension& dimension : problem.dims) {
    const bool passed = std::any_of(problem.arguments.begin(), problem.arguments.end(),
                                    [&](const auto& argument) { return argument.name == dimension.name; });
    if (!passed) names.push_back(dimension.name);
  }
  return names;
}

// Calls the user's function with values from an array of pointers. So the compiler checks the parameters, and no call
// has to be assembled at run time.
std::string call_source(const Problem& problem) {
  std::vector<std::string> values;
  size_t at = 0;
  for (const ProblemArgument& argument : problem.arguments) {
    const std::string type = parameter_type(argument);
    if (argument.is_struct()) {
      for (MemberParameter& member : members_of(argument, at)) values.push_back(std::move(member.value));
    } else {
      values.push_back(argument.is_scalar() ? fmt::format("*static_cast<{}*>(values[{}])", type, at)
                                            : fmt::format("static_cast<{}>(values[{}])", type, at));
    }
    ++at;
  }
  for (size_t i = 0; i < further_dims(problem).size(); ++i)
    values.push_back(fmt::format("*static_cast<int64_t*>(values[{}])", at++));
  return fmt::format("extern \"C\" void {}(void** values) {{\n  {}({});\n}}\n", k_call, problem.reference.entry,
                     join(values, ", "));
}

// The content of the file and of the user's headers that it includes.
Result<std::string> content_key(const Problem& problem, const std::string& call, const FileSystem& files) {
  CompileRequest request;
  request.file = problem.reference.file;
  TRY(content, read_text(files, request.file));
  request.source = std::move(content);
  std::string all = call + request.source;
  for (const UserHeader& header : find_user_headers(request, {}, files).files) all += header.content;
  return sha256_hex(all).substr(0, 32);
}

Result<std::string> host_compiler(const ProcessRunner& processes) {
  for (const char* name : {"c++", "g++", "clang++"}) {
    if (processes.find_program(name)) return std::string(name);
  }
  return missing("the reference needs a C++ compiler, and there is none", {}, "install g++ (apt-get install g++)");
}

// Whether only the generated call fails to compile: then the file's function has other parameters.
bool fails_in_call_alone(const std::string& messages) {
  bool any = false;
  for (const std::string_view line : split(messages, '\n')) {
    if (line.find("error:") == std::string_view::npos) continue;
    if (line.find("call.cpp:") == std::string_view::npos) return false;
    any = true;
  }
  return any;
}

// What the compiler says about the candidates, without the generated call.
std::string candidates_of(const std::string& messages) {
  constexpr size_t k_most_shown = 200;
  std::string text;
  for (const std::string_view line : split(messages, '\n')) {
    for (const std::string_view mark : {"candidate: ", "error: "}) {
      const size_t at = line.find(mark);
      if (at != std::string_view::npos) text += "  " + std::string(line.substr(at, k_most_shown)) + "\n";
    }
  }
  return text;
}

Result<void> compile_library(const Problem& problem, const std::string& call, const std::string& library,
                             FileSystem& files, ProcessRunner& processes) {
  TRY(compiler, host_compiler(processes));
  TRY(scratch, Scratch::make(files));
  TRY_VOID(files.write(scratch.file("call.cpp"), call));
  ProcessCommand command;
  command.argv = {compiler,
                  "-std=c++17",
                  "-O3",
                  "-fPIC",
                  "-shared",
                  "-include",
                  "cstdint",
                  "-include",
                  std::filesystem::absolute(problem.reference.file).string(),
                  "-o",
                  scratch.file("library.so"),
                  scratch.file("call.cpp")};
  TRY(finished, processes.run(command));
  if (finished.exit_code != 0) {
    const bool is_call = !finished.timed_out && fails_in_call_alone(finished.err);
    Error error = bad_input(is_call ? fmt::format("the parameters of {} do not match the problem's arguments",
                                                  in_quotes(problem.reference.entry))
                                    : "the reference does not compile",
                            problem.reference.file, "it must define\n" + reference_declaration(problem));
    error.details = finished.timed_out ? "the compiler took too long"
                    : is_call          ? candidates_of(finished.err)
                                       : finished.err;
    return error;
  }
  TRY(bytes, files.read(scratch.file("library.so")));
  return files.write(library, bytes);
}

}  // namespace

Result<ReferenceFile> reference_of(const std::string& path, const FileSystem& files) {
  using Kind = ReferenceFile::Kind;
  if (!files.info(path))
    return bad_input("there is no file " + in_quotes(path), "--ref", "correct the name, or write the file");
  const std::string extension = extension_of(path);
  if (extension == ".py") return ReferenceFile{Kind::python, path};
  if (extension == ".cu") return ReferenceFile{Kind::kernel, path};
  if (extension == ".cpp" || extension == ".cc" || extension == ".cxx") return ReferenceFile{Kind::cpp, path};
  return bad_input("a reference of the kind " + in_quotes(extension) + " is not known", "--ref " + path,
                   "name a .cpp, .py or .cu file");
}

std::vector<double> member_values(const ResolvedArgument& argument) {
  std::vector<double> values;
  for (const ResolvedField& field : argument.fields) {
    if (field.array.empty()) values.insert(values.end(), field.count, field.value);
  }
  return values;
}

std::string reference_declaration(const Problem& problem) {
  std::vector<std::string> parameters;
  for (const ProblemArgument& argument : problem.arguments) {
    for (const MemberParameter& member : members_of(argument, 0)) parameters.push_back(member.type + " " + member.name);
    if (!argument.is_struct()) parameters.push_back(parameter_type(argument) + " " + argument.name);
  }
  for (const std::string& name : further_dims(problem)) parameters.push_back("int64_t " + name);
  return fmt::format("extern \"C\" void {}({})", problem.reference.entry, join(parameters, ", "));
}

Result<std::string> reference_key(const Problem& problem, const FileSystem& files) {
  return content_key(problem, call_source(problem), files);
}

Result<CppReference> CppReference::build(const Problem& problem, const std::string& directory, FileSystem& files,
                                         ProcessRunner& processes) {
  if (problem.reference.kind != ReferenceFile::Kind::cpp)
    return bad_input("the problem has no reference in C++", problem.file, "add [reference] cpp = \"reference.cpp\"");
  const std::string call_text = call_source(problem);
  TRY(key, content_key(problem, call_text, files));
  const std::string library = join_path(directory, "reference-" + key + ".so");
  if (!files.info(library)) {
    TRY_VOID(files.make_directories(directory));
    TRY_VOID(compile_library(problem, call_text, library, files, processes));
  }
  const std::string loaded = std::filesystem::absolute(library).string();
  std::shared_ptr<void> handle(dlopen(loaded.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* opened) {
    if (opened) dlclose(opened);
  });
  if (!handle) return failed(std::string("the reference does not load: ") + dlerror(), problem.reference.file);
  const auto call = reinterpret_cast<Call>(dlsym(handle.get(), k_call));
  if (!call) return failed("the reference's library lacks its entry", library, "remove the file and try again");
  return CppReference(std::move(handle), call, further_dims(problem));
}

void CppReference::run(const ResolvedCase& resolved, std::vector<std::vector<double>>& arrays) const {
  arrays.resize(resolved.own_arguments);
  std::vector<int64_t> integers(resolved.own_arguments);
  integers.reserve(resolved.own_arguments + resolved.dims.size());  // pointers to its elements are taken
  std::vector<double> reals(resolved.own_arguments);
  std::vector<std::vector<double>> structs(resolved.own_arguments);
  std::vector<void*> values(resolved.own_arguments);
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!argument.fields.empty()) {
      structs[i] = member_values(argument);
      values[i] = structs[i].data();
    } else if (argument.is_scalar && is_floating(argument.type)) {
      reals[i] = argument.value;
      values[i] = &reals[i];
    } else if (argument.is_scalar) {
      integers[i] = static_cast<int64_t>(argument.value);
      values[i] = &integers[i];
    } else {
      if (argument.role == ArgumentRole::out)
        arrays[i].assign(argument.count, std::numeric_limits<double>::quiet_NaN());
      values[i] = arrays[i].data();
    }
  }
  for (const NamedNumber& dimension : resolved.dims) {
    if (std::find(further_dims_.begin(), further_dims_.end(), dimension.name) != further_dims_.end())
      integers.push_back(dimension.value);
  }
  for (size_t i = resolved.own_arguments; i < integers.size(); ++i) values.push_back(&integers[i]);
  call_(values.data());
}

}  // namespace whet
