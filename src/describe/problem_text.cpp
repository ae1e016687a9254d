#include "describe/problem_text.h"

#include <fmt/format.h>

#include <sstream>

#include "problem/file/write_problem.h"
#include "util/text.h"

namespace whet {

namespace {

// Replaces the shape of an array by a line to fill.
class OpenLines {
 public:
  explicit OpenLines(const std::map<std::string, std::string>& open) : open_(open) {}

  std::string run(const std::string& text) {
    std::istringstream lines(text);
    std::string result, line;
    while (std::getline(lines, line)) result += changed(line) + "\n";
    return result;
  }

 private:
  std::string changed(const std::string& line) {
    if (line.starts_with("[")) array_.clear();
    if (line.starts_with("name = \"")) array_ = line.substr(8, line.size() - 9);
    if (line == "[work]") is_work_ = true;
    const bool lacks_flops = is_work_ && line.starts_with("bytes = ") && array_.empty();
    if (line.starts_with("flops = ")) is_work_ = false;
    if (lacks_flops) return "# flops = \"...\"  # to add where operations, not memory, bound the task\n" + line;
    const auto found = open_.find(array_);
    if (found == open_.end() || !line.starts_with("shape = ")) return line;
    return fmt::format("# shape = [\"...\"]  # to fill, as an expression of the sizes: {}", found->second);
  }

  const std::map<std::string, std::string>& open_;
  std::string array_;
  bool is_work_ = false;  // in [work], before any flops
};

std::string commented(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& each : sentences) text += "#   " + each + "\n";
  return text;
}

// A case that is there to be asked for: checks of it on a virtual GPU take as long as it does.
std::string large_case(const Description& description) {
  std::vector<std::string> dims;
  for (const auto& [name, size] : description.large) dims.push_back(fmt::format("{} = {}", name, size));
  if (dims.empty()) return {};
  return fmt::format(
      "\n# [[case]]  # sizes at which the kernel takes a while, and so do checks on a virtual GPU\n# name = "
      "\"large\"\n# dims = "
      "{{ {} }}\n",
      join(dims, ", "));
}

std::string reference_text(const Description& description, const ReferenceNames& reference) {
  const KernelMeaning& meaning = description.meaning;
  if (!reference.cpp.empty()) {
    std::string text = fmt::format("\n# {}\n", reference_remark(meaning));
    for (const std::string& formula : meaning.formulas) text += "#   " + formula + "\n";
    text += fmt::format("[reference]\ncpp = \"{}\"\n", reference.cpp);
    const char* const why = "the same in CUDA, for sizes at which a CPU takes long";
    return reference.gpu.empty() ? text : text + fmt::format("gpu = \"{}\"  # {}\n", reference.gpu, why);
  }
  std::string text =
      "\n# Without [reference], the original kernel is the reference: a candidate must compute what it does.\n";
  const std::string why = why_original(meaning);
  if (!why.empty()) text += "# None was derived: " + why + "\n";
  return text + "# [reference]\n# cpp = \"reference.cpp\"\n";
}

}  // namespace

std::string reference_remark(const KernelMeaning& meaning) {
  return fmt::format(
      "Derived from the kernel and confirmed by running it at {} sets of sizes. It proves equality with the original, "
      "not "
      "that the original is what you want.",
      meaning.size_sets);
}

std::string why_original(const KernelMeaning& meaning) {
  return meaning.is_confirmed ? meaning.no_reference : meaning.why_not;
}

std::string problem_text(const Description& description, const std::string& path, const ReferenceNames& reference) {
  Problem problem = description.problem;
  problem.file = path;
  problem.directory = directory_of(path);
  std::string text =
      "# Written by whet init from the kernel and the host code next to it; docs/problem.md has the format.\n";
  if (!description.open.empty()) text += "# Lines that say `to fill` must be filled before it can be used.\n";
  if (!description.unseen.empty())
    text += "# The kernel could not be tried at small sizes: " + description.unseen + "\n";
  if (!description.assumed.empty()) text += "# What was found or assumed:\n" + commented(description.assumed);
  text += OpenLines(description.open).run(write_problem(problem));
  if (!problem.work_bytes)
    text +=
        "\n# [work]  # what the task needs: without it the ceiling is not known\n# flops = \"...\"\n# bytes = "
        "\"...\"\n";
  return text + large_case(description) + reference_text(description, reference);
}

}  // namespace whet
