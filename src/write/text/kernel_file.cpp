#include "write/text/kernel_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"
#include "write/text/building_blocks.h"
#include "write/text/code_words.h"
#include "write/text/line_breaks.h"
#include "write/text/unused_variables.h"

namespace whet::write {

namespace {

constexpr size_t k_line = 100;  // characters

// A comment with lines of at most that length, broken at spaces; `indent` comes before the first line of a paragraph,
// and twice before its others.
std::string comment_text(std::string_view text, const std::string& indent = "") {
  std::string lines;
  for (const auto paragraph : split(text, '\n')) {
    std::string line = "// " + indent;
    bool is_empty = true;
    for (const auto word : split(paragraph, ' ')) {
      if (!is_empty && line.size() + 1 + word.size() > k_line) {
        lines += line + "\n";
        line = "// " + indent + indent;
        is_empty = true;
      }
      line += (is_empty ? "" : " ") + std::string(word);
      is_empty = false;
    }
    lines += line + "\n";
  }
  return lines;
}

// Which parameters have other names than in the original, because schedules use these themselves.
std::string renamed_text(const Subject& subject) {
  std::string text;
  for (const SubjectParameter& each : subject.parameters) {
    if (each.name == each.argument + "_")
      text +=
          fmt::format("{}`{}` is the original's parameter `{}`", text.empty() ? "" : ", ", each.name, each.argument);
  }
  return text.empty() ? "" : text + ".";
}

bool uses_type(const Subject& subject, ElementType type) {
  return std::any_of(subject.parameters.begin(), subject.parameters.end(),
                     [&](const SubjectParameter& each) { return each.type == type; });
}

std::string includes(const Subject& subject, const std::string& code) {
  std::string text;
  if (uses_type(subject, ElementType::bf16) || code.find("__nv_bfloat16") != std::string::npos ||
      code.find("bfloat16_rn") != std::string::npos)
    text += "#include <cuda_bf16.h>\n";
  if (uses_type(subject, ElementType::e4m3) || uses_type(subject, ElementType::e5m2)) text += "#include <cuda_fp8.h>\n";
  if (uses_type(subject, ElementType::f16) || code.find("half") != std::string::npos)
    text += "#include <cuda_fp16.h>\n";
  return text.empty() ? "" : text + "\n";
}

}  // namespace

std::string parameter_text(const Subject& subject, const std::vector<FurtherParameter>& further) {
  std::vector<std::string> list;
  for (const SubjectParameter& each : subject.parameters) {
    if (!each.is_passed) continue;
    const bool is_const = each.is_array && !each.is_written;
    list.push_back(
        fmt::format("{}{}{} {}", is_const ? "const " : "", cuda_name(each.type), each.is_array ? "*" : "", each.name));
  }
  for (const FurtherParameter& each : further) list.push_back("long long " + each.name);
  return join(list, ", ");
}

std::vector<std::string> launch_arguments(const Subject& subject, const std::vector<FurtherParameter>& further) {
  std::vector<std::string> list;
  const auto computed = [](const std::string& formula) {
    return fmt::format("{{ type = \"i64\", value = \"{}\" }}", formula);
  };
  for (const SubjectParameter& each : subject.parameters) {
    if (each.is_passed) list.push_back(each.formula.empty() ? "\"" + each.argument + "\"" : computed(each.formula));
  }
  for (const FurtherParameter& each : further) list.push_back(computed(each.formula));
  return list;
}

void assemble(const Subject& subject, WrittenKernel& kernel) {
  kernel.code = with_short_lines(without_unused_variables(kernel.code));
  std::string text = comment_text(trim(subject.formula), "  ") + "//\n" + comment_text(kernel.reason);
  if (const std::string renamed = renamed_text(subject); !renamed.empty()) text += comment_text(renamed);
  text += "\n";
  text += includes(subject, kernel.code);
  const std::string blocks = building_blocks(kernel.code);
  const auto words = code_words(blocks + kernel.code);
  for (const WrittenConstant& constant : kernel.constants) {
    if (words.contains(constant.name))  // others decide about launches alone
      text += fmt::format("constexpr int {} = {};  // {}\n", constant.name, constant.value, constant.comment);
  }
  for (const SubjectParameter& each : subject.parameters) text += each.declaration;
  kernel.source = text + (blocks.starts_with("constexpr") ? "" : "\n") + blocks + kernel.code;
}

}  // namespace whet::write
