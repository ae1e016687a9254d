#include "describe/problem_text.h"

#include <fmt/format.h>

#include <sstream>

#include "problem/file/write_problem.h"

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
    const auto found = open_.find(array_);
    if (found == open_.end() || !line.starts_with("shape = ")) return line;
    return fmt::format("# shape = [\"...\"]  # to fill, as an expression of the sizes: {}", found->second);
  }

  const std::map<std::string, std::string>& open_;
  std::string array_;
};

std::string commented(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& each : sentences) text += "#   " + each + "\n";
  return text;
}

}  // namespace

std::string problem_text(const Description& description, const std::string& path, const std::string& reference) {
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
  if (reference.empty()) {
    text += "\n# Without [reference], the original kernel is the reference: a candidate must compute what it does.\n";
    text += "# [reference]\n# cpp = \"reference.cpp\"\n";
  } else {
    text += fmt::format("\n# {}\n[reference]\ncpp = \"{}\"\n", description.reference->remark, reference);
  }
  return text;
}

}  // namespace whet
