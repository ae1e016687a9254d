// Reads [tune], [define], [reference], [precision], [work] and [[case]].
#include <fmt/format.h>

#include "compile/source/include_flags.h"
#include "problem/file/load_sections.h"
#include "util/text.h"

namespace whet {

namespace {

Result<Tunable> load_tunable(const std::string& name, const TomlValue& value, const Problem& problem) {
  Tunable tunable{name, {}, value.line};
  const Error wrong = bad_input(in_quotes(name) + " is not a list of whole numbers", problem.place(value.line),
                                fmt::format("write {} = [16, 32]", name));
  if (!value.as_array() || value.as_array()->empty()) return wrong;
  for (const TomlValue& item : *value.as_array()) {
    const auto whole = item.as_integer();
    if (!whole) return wrong;
    tunable.values.push_back(*whole);
  }
  return tunable;
}

Result<ProblemDefine> load_define(const std::string& name, const TomlValue& value, const Problem& problem) {
  ProblemDefine define{name, {}, value.as_number(), value.line};
  if (const std::string* text = value.as_string()) {
    define.text = *text;
  } else if (const bool* flag = value.as_bool()) {
    define.text = *flag ? "1" : "0";
    define.number = *flag;
  } else if (const auto whole = value.as_integer()) {
    define.text = std::to_string(*whole);
  } else if (define.number) {
    define.text = fmt::format("{}", *define.number);
  } else {
    return bad_input(in_quotes(name) + " is neither a number nor text", problem.place(value.line),
                     fmt::format("write {} = 1, or {} = \"text\"", name, name));
  }
  return define;
}

Result<ProblemCase> load_case(const TomlValue& table, const Problem& problem) {
  TRY(section, Section::open(table, "[[case]]", problem.file, {"name", "dims", "weight", "held_out"}));
  ProblemCase result;
  result.line = section.line();
  const TomlValue* dims = section.find("dims");
  if (!dims) return section.error("dims", "[[case]] has no `dims`", "add dims = { n = 1000 }");
  TRY(sizes, Section::open_names(*dims, "`dims` of [[case]]", problem.file));
  std::vector<std::string> words;
  for (const auto& [name, value] : sizes.members()) {
    const auto whole = value.as_integer();
    if (!whole) return sizes.error(name, in_quotes(name) + " is not a whole number", "write the size itself");
    result.dims.emplace_back(name, *whole);
    words.push_back(fmt::format("{}={}", name, *whole));
  }
  TRY(name, section.text("name"));
  result.name = name.value_or(join(words, ","));
  TRY(weight, section.number("weight"));
  result.weight = weight.value_or(1);
  if (result.weight < 0) return section.error("weight", "the weight is negative", "give 0 or more");
  TRY(held_out, section.flag("held_out"));
  result.held_out = held_out.value_or(false);
  return result;
}

// A class that is less exact allows rounded products anyway; a more exact one needs digits that the parts lack.
Result<void> allow_split(const std::string& type, const Section& section, Problem& problem) {
  if (type != "tf32")
    return section.error("split", "products are not summed from split numbers of " + in_quotes(type),
                         "write split = \"tf32\"");
  if (problem.precision != PrecisionClass::fp32)
    return section.error("split", "`split` says how results of class fp32 may be computed",
                         "write class = \"fp32\" beside it, or remove it");
  problem.allows_split = true;
  return {};
}

}  // namespace

// Directories in the flags are relative to the problem's folder, too.
Result<void> load_compiling(const Section& root, Problem& problem) {
  TRY(directories, root.texts("include"));
  TRY(texts, root.texts("flags"));
  for (const std::string& text : texts) {
    for (std::string& word : flag_words(text)) problem.compiler_flags.push_back(std::move(word));
  }
  for (std::string& named : take_include_directories(problem.compiler_flags)) directories.push_back(std::move(named));
  TRY(generator, root.text("generate"));
  if (generator) {
    const std::string extension = extension_of(*generator);
    if (extension != ".py" && extension != ".cpp" && extension != ".cc" && extension != ".cxx")
      return root.error("generate", in_quotes(*generator) + " is neither Python nor C++",
                        "name a .py or .cpp file that defines generate(seed, ...)");
    problem.generator = join_path(problem.directory, *generator);
    problem.generator_line = root.line_of("generate");
  }
  for (const std::string& directory : directories)
    problem.include_directories.push_back(join_path(problem.directory, directory));
  return {};
}

Result<void> load_tunables(const Section& root, Problem& problem) {
  const TomlValue* value = root.find("tune");
  if (!value) return {};
  TRY(section, Section::open_names(*value, "[tune]", problem.file));
  for (const auto& [name, member] : section.members()) {
    if (name == "where") continue;
    TRY(tunable, load_tunable(name, member, problem));
    problem.tunables.push_back(std::move(tunable));
  }
  TRY(constraints, section.formulas("where"));
  problem.constraints = std::move(constraints);
  return {};
}

Result<void> load_defines(const Section& root, Problem& problem) {
  const TomlValue* value = root.find("define");
  if (!value) return {};
  TRY(section, Section::open_names(*value, "[define]", problem.file));
  for (const auto& [name, member] : section.members()) {
    TRY(define, load_define(name, member, problem));
    problem.defines.push_back(std::move(define));
  }
  return {};
}

Result<void> load_reference(const Section& root, Problem& problem) {
  using Kind = ReferenceFile::Kind;
  const TomlValue* value = root.find("reference");
  if (!value) return {};
  TRY(section, Section::open(*value, "[reference]", problem.file, {"cpp", "python", "kernel", "gpu", "entry"}));
  for (const auto& [key, kind] : {std::pair{"cpp", Kind::cpp}, {"python", Kind::python}, {"kernel", Kind::kernel}}) {
    TRY(file, section.text(key));
    if (!file) continue;
    if (problem.reference.kind != Kind::none)
      return section.error(key, "[reference] names two files", "keep one of `cpp`, `python` and `kernel`");
    problem.reference = {kind, join_path(problem.directory, *file), "reference", section.line_of(key)};
  }
  if (problem.reference.kind == Kind::none)
    return section.error(section.line(), "[reference] names no file", "add cpp = \"reference.cpp\", or remove it");
  TRY(gpu, section.text("gpu"));
  if (gpu && problem.reference.kind == Kind::kernel)
    return section.error("gpu", "`gpu` stands beside a reference that is a kernel itself", "remove it");
  if (gpu)
    problem.reference.gpu = join_path(problem.directory, *gpu), problem.reference.gpu_line = section.line_of("gpu");
  TRY(entry, section.text("entry"));
  if (entry) problem.reference.entry = *entry;
  return check_identifier(problem.reference.entry, problem.place(section.line_of("entry")));
}

Result<void> load_precision(const Section& root, Problem& problem) {
  const TomlValue* value = root.find("precision");
  if (!value) return {};
  TRY(section,
      Section::open(*value, "[precision]", problem.file, {"class", "split", "atol", "rtol", "special_values"}));
  TRY(name, section.text("class"));
  if (name) {
    problem.precision = parse_precision(*name);
    if (!problem.precision)
      return section.error("class", "there is no precision class " + in_quotes(*name),
                           "there are: " + join(precision_names(), ", "));
  }
  TRY(split, section.text("split"));
  if (split) TRY_VOID(allow_split(*split, section, problem));
  TRY(absolute, section.number("atol"));
  TRY(relative, section.number("rtol"));
  problem.absolute_tolerance = absolute;
  problem.relative_tolerance = relative;
  TRY(special, section.flag("special_values"));
  problem.special_values = special.value_or(false);
  for (const std::string_view key : {"atol", "rtol"}) {
    const TomlValue* given = section.find(key);
    if (given && *given->as_number() < 0)
      return section.error(key, fmt::format("`{}` is negative", key), "give 0 or more");
  }
  return {};
}

Result<void> load_work(const Section& root, Problem& problem) {
  const TomlValue* value = root.find("work");
  if (!value) return {};
  TRY(section, Section::open(*value, "[work]", problem.file, {"flops", "bytes"}));
  TRY(flops, section.formula("flops"));
  TRY(bytes, section.formula("bytes"));
  for (const auto& [key, work] : {std::pair{"flops", &flops}, {"bytes", &bytes}}) {
    if (!*work) continue;
    const Evaluation alone = (*work)->expression.evaluate([](std::string_view) { return std::optional<double>(); });
    if (alone.value && *alone.value < 0)
      return section.error(key, fmt::format("`{}` is {}, and no task needs less than nothing", key, *alone.value),
                           "give what one call needs, 0 or more");
  }
  problem.work_flops = flops;
  problem.work_bytes = bytes;
  return {};
}

Result<void> load_cases(const Section& root, Problem& problem) {
  problem.cases.push_back({"default", {}, 1, false, root.line_of("dims")});
  TRY(tables, tables_of(root, "case"));
  for (const TomlValue* table : tables) {
    TRY(each, load_case(*table, problem));
    problem.cases.push_back(std::move(each));
  }
  return {};
}

}  // namespace whet
