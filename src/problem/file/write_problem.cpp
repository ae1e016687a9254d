#include "problem/file/write_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "problem/file/toml_value.h"
#include "util/text.h"

namespace whet {

namespace {

class Writer {
 public:
  explicit Writer(const Problem& problem) : problem_(problem) {}

  std::string run() {
    key("kernel", toml_text(relative(problem_.kernel)));
    if (!problem_.entry.empty()) key("entry", toml_text(problem_.entry));
    write_compiling();
    write_dims();
    for (const ProblemArgument& argument : problem_.arguments) write_argument(argument);
    for (const ProblemArgument& scratch : problem_.scratch) write_scratch(scratch);
    write_launches();
    write_tunables();
    write_defines();
    write_reference();
    write_precision();
    write_work();
    for (size_t i = 1; i < problem_.cases.size(); ++i) write_case(problem_.cases[i]);
    return std::move(text_);
  }

  std::string run_candidate() {
    if (problem_.is_host_function && !problem_.entry.empty()) key("entry", toml_text(problem_.entry));
    if (!problem_.compiler_flags.empty()) key("flags", toml_texts(problem_.compiler_flags));
    for (const ProblemArgument& scratch : problem_.scratch) write_scratch(scratch);
    write_launches();
    write_defines();
    return std::string(trim(text_)) + "\n";
  }

 private:
  void table(std::string_view name) { text_ += fmt::format("\n{}\n", name); }
  void key(std::string_view name, const std::string& value) { text_ += fmt::format("{} = {}\n", name, value); }
  void key(std::string_view name, const std::optional<Formula>& value) {
    if (value) key(name, toml_formula(*value));
  }

  std::string relative(const std::string& path) const {
    const std::filesystem::path base = std::filesystem::path(problem_.directory).lexically_normal();
    auto shorter = std::filesystem::path(path).lexically_normal().lexically_relative(base);
    if (shorter.empty()) {  // one of them begins at the root
      shorter = std::filesystem::absolute(path).lexically_normal().lexically_relative(
          std::filesystem::absolute(base).lexically_normal());
      if (shorter.string().starts_with("../../..")) shorter.clear();
    }
    return shorter.empty() ? std::filesystem::absolute(path).string() : shorter.string();
  }

  void write_compiling() {
    std::vector<std::string> directories, flags;
    for (const std::string& path : problem_.include_directories) directories.push_back(relative(path));
    for (const std::string& flag : problem_.compiler_flags) flags.push_back(quoted_word(flag));
    if (!directories.empty()) key("include", toml_texts(directories));
    if (!flags.empty()) key("flags", toml_texts(flags));
    if (!problem_.generator.empty()) key("generate", toml_text(relative(problem_.generator)));
  }

  // Quoted so that flag_words reads it back.
  static std::string quoted_word(const std::string& word) {
    return word.find_first_of(" \t\"") == std::string::npos ? word : "'" + word + "'";
  }

  void write_dims() {
    if (problem_.dims.empty()) return;
    table("[dims]");
    for (const Dimension& dimension : problem_.dims) key(dimension.name, toml_formula(dimension.value));
  }

  void write_struct(const ProblemArgument& argument) {
    std::vector<std::string> fields;
    for (const StructField& field : argument.fields) {
      std::string text = "{ name = " + toml_text(field.name);
      if (!field.array.empty())
        text += ", array = " + toml_text(field.array);
      else
        text += ", type = " + toml_text(name_of(field.type));
      if (field.count > 1) text += fmt::format(", count = {}", field.count);
      if (field.alignment > 0) text += fmt::format(", align = {}", field.alignment);
      if (field.value) text += ", value = " + toml_formula(*field.value);
      fields.push_back(text + " }");
    }
    key("type", toml_text("struct"));
    key("fields", "[" + join(fields, ", ") + "]");
    if (argument.alignment > 0) key("align", std::to_string(argument.alignment));
  }

  void write_argument(const ProblemArgument& argument) {
    table(argument.is_variable ? "[[variable]]" : "[[args]]");
    key("name", toml_text(argument.name));
    if (argument.is_struct()) return write_struct(argument);
    key("type", toml_text(name_of(argument.type)));
    if (!argument.is_scalar()) key("shape", toml_formulas(argument.shape));
    if (argument.role != ArgumentRole::in) key("role", toml_text(name_of(argument.role)));
    if (argument.is_scalar())
      key("value", argument.value);
    else if (argument.role != ArgumentRole::out)
      write_fill(argument);
  }

  void write_fill(const ProblemArgument& argument) {
    const FillRule& fill = argument.fill;
    const FillRow& row = row_of(fill.kind);
    const FillKind usual = problem_.generator.empty() ? default_fill(argument.type) : FillKind::generated;
    if (fill.kind != usual) key("fill", toml_text(row.name));
    key(row.first, fill.first);
    key(row.second, fill.second);
    if (fill.kind == FillKind::csr) key("offsets", toml_text(fill.offsets));
    if (fill.kind == FillKind::file) key("file", toml_text(fill.file));
    if (fill.seed) key("seed", std::to_string(*fill.seed));
  }

  void write_scratch(const ProblemArgument& scratch) {
    table("[[scratch]]");
    key("name", toml_text(scratch.name));
    key("type", toml_text(name_of(scratch.type)));
    key("shape", toml_formulas(scratch.shape));
  }

  // Whether it is the launch that a problem without one gets.
  bool is_default(const ProblemLaunch& launch) const {
    return (launch.entry.empty() || launch.entry == problem_.entry) && !launch.arguments && launch.grid.empty() &&
           !launch.shared && !launch.cooperative && launch.cluster.empty();
  }

  void write_launches() {
    const bool several = problem_.launches.size() > 1;
    if (!several && (problem_.launches.empty() || is_default(problem_.launches.front()))) return;
    for (const ProblemLaunch& launch : problem_.launches) {
      table(several ? "[[launch]]" : "[launch]");
      if (launch.entry != problem_.entry && !launch.entry.empty()) key("entry", toml_text(launch.entry));
      if (launch.arguments) key("args", launch_arguments(*launch.arguments));
      if (!launch.grid.empty()) key("grid", toml_formulas(launch.grid));
      if (!launch.block.empty()) key("block", toml_formulas(launch.block));
      key("shared", launch.shared);
      if (launch.cooperative) key("cooperative", "true");
      if (!launch.cluster.empty()) key("cluster", toml_formulas(launch.cluster));
    }
  }

  static std::string launch_arguments(const std::vector<LaunchArgument>& arguments) {
    std::vector<std::string> words;
    for (const LaunchArgument& argument : arguments) {
      words.push_back(argument.number
                          ? fmt::format("{{ type = {}, value = {} }}", toml_text(name_of(argument.number->type)),
                                        toml_formula(*argument.number->value))
                          : toml_text(argument.name));
    }
    return "[" + join(words, ", ") + "]";
  }

  void write_tunables() {
    if (problem_.tunables.empty() && problem_.constraints.empty()) return;
    table("[tune]");
    for (const Tunable& tunable : problem_.tunables)
      key(tunable.name, fmt::format("[{}]", fmt::join(tunable.values, ", ")));
    if (!problem_.constraints.empty()) key("where", toml_formulas(problem_.constraints));
  }

  void write_defines() {
    if (problem_.defines.empty()) return;
    table("[define]");
    for (const ProblemDefine& define : problem_.defines)
      key(define.name, define.number ? define.text : toml_text(define.text));
  }

  void write_reference() {
    using Kind = ReferenceFile::Kind;
    const ReferenceFile& reference = problem_.reference;
    if (reference.kind == Kind::none) return;
    table("[reference]");
    key(reference.kind == Kind::cpp      ? "cpp"
        : reference.kind == Kind::python ? "python"
                                         : "kernel",
        toml_text(relative(reference.file)));
    if (!reference.gpu.empty()) key("gpu", toml_text(relative(reference.gpu)));
    if (reference.entry != ReferenceFile{}.entry) key("entry", toml_text(reference.entry));
  }

  void write_precision() {
    const bool has_tolerance = problem_.absolute_tolerance || problem_.relative_tolerance;
    if (!problem_.precision && !has_tolerance && !problem_.special_values) return;
    table("[precision]");
    if (problem_.precision) key("class", toml_text(name_of(*problem_.precision)));
    if (problem_.allows_split) key("split", toml_text("tf32"));
    if (problem_.special_values) key("special_values", "true");
    if (problem_.absolute_tolerance) key("atol", fmt::format("{}", *problem_.absolute_tolerance));
    if (problem_.relative_tolerance) key("rtol", fmt::format("{}", *problem_.relative_tolerance));
  }

  void write_work() {
    const bool has_flops = problem_.work_flops && !problem_.is_flops_derived;
    const bool has_bytes = problem_.work_bytes && !problem_.is_bytes_derived;
    if (!has_flops && !has_bytes) return;
    table("[work]");
    if (has_flops) key("flops", problem_.work_flops);
    if (has_bytes) key("bytes", problem_.work_bytes);
  }

  void write_case(const ProblemCase& each) {
    std::vector<std::string> dims;
    for (const auto& [name, size] : each.dims) dims.push_back(fmt::format("{} = {}", name, size));
    table("[[case]]");
    key("name", toml_text(each.name));
    key("dims", "{ " + join(dims, ", ") + " }");
    if (each.weight != 1) key("weight", fmt::format("{}", each.weight));
    if (each.held_out) key("held_out", "true");
  }

  const Problem& problem_;
  std::string text_;
};

// "ceil_div(n, TILE)" with TILE = 32 -> "ceil_div(n, 32)".
void replace_names(const std::map<std::string, int64_t>& values, Formula& formula) {
  const std::string& text = formula.expression.text();
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
    const auto value = values.find(text.substr(i, end - i));
    if (value != values.end())
      result += value->second < 0 ? fmt::format("({})", value->second) : std::to_string(value->second);
    else
      result += text.substr(i, std::max<size_t>(1, end - i));
    i = std::max(end, i + 1);
  }
  if (auto parsed = Expression::parse(result)) formula.expression = std::move(*parsed);
}

}  // namespace

std::string write_candidate(const Problem& candidate, const std::map<std::string, int64_t>& tunables) {
  Problem written = candidate;
  if (!written.is_host_function) written.entry.clear();  // each launch has its own
  for (ProblemArgument& scratch : written.scratch) {
    for (Formula& extent : scratch.shape) replace_names(tunables, extent);
  }
  for (ProblemLaunch& launch : written.launches) {
    for (Formula& extent : launch.grid) replace_names(tunables, extent);
    for (Formula& extent : launch.block) replace_names(tunables, extent);
    for (Formula& extent : launch.cluster) replace_names(tunables, extent);
    if (launch.shared) replace_names(tunables, *launch.shared);
    if (!launch.arguments) continue;
    for (LaunchArgument& argument : *launch.arguments) {
      if (argument.number && argument.number->value) replace_names(tunables, *argument.number->value);
    }
  }
  return Writer(written).run_candidate();
}

std::string write_problem(const Problem& problem) {
  return Writer(problem).run();
}

}  // namespace whet
