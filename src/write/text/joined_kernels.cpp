#include "write/text/joined_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "util/text.h"
#include "write/text/kernel_file.h"

namespace whet::write {

namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void rename(WrittenKernel& kernel, const std::string& from, const std::string& to) {
  kernel.code = with_word(kernel.code, from, to);
  kernel.reason = with_word(kernel.reason, from, to);
  for (WrittenLaunch& launch : kernel.launches) {
    launch.grid = with_word(launch.grid, from, to);
    for (std::string& argument : launch.arguments) argument = with_word(argument, from, to);
  }
}

// Leaves out the constants that those before have too.
void share(WrittenKernel& kernel, const std::vector<WrittenConstant>& known) {
  std::erase_if(kernel.constants, [&](const WrittenConstant& constant) {
    return std::any_of(known.begin(), known.end(), [&](const WrittenConstant& each) {
      return each.name == constant.name && each.value == constant.value && each.comment == constant.comment;
    });
  });
}

// Names of a part that those before it have too get its number.
void make_unique(WrittenKernel& kernel, std::set<std::string>& taken, size_t number) {
  const auto fresh = [&](std::string& name) {
    if (taken.insert(name).second) return;
    std::string other = fmt::format("{}{}", name, number);
    while (!taken.insert(other).second) other += "_";
    rename(kernel, name, other);
    name = other;
  };
  for (WrittenConstant& constant : kernel.constants) fresh(constant.name);
  for (WrittenScratch& scratch : kernel.scratch) fresh(scratch.name);
}

// The declarations of shared memory of open size: one name has one type in a file.
std::set<std::string> open_shared(const std::vector<KernelPart>& parts) {
  std::set<std::string> found;
  for (const KernelPart& each : parts) {
    const std::string& code = each.kernel.code;
    const size_t at = code.find("extern __shared__");
    if (at != std::string::npos) found.insert(code.substr(at, code.find(';', at) - at));
  }
  return found;
}

}  // namespace

std::string with_word(const std::string& text, const std::string& from, const std::string& to) {
  std::string made;
  size_t at = 0;
  for (size_t found = text.find(from); found != std::string::npos; found = text.find(from, found + 1)) {
    const bool begins = found == 0 || !is_word_character(text[found - 1]);
    const size_t end = found + from.size();
    if (!begins || found < at || (end < text.size() && is_word_character(text[end]))) continue;
    made += text.substr(at, found - at) + to;
    at = end;
  }
  return made + text.substr(at);
}

Result<WrittenKernel> joined(std::vector<KernelPart> parts, SameConstants same) {
  WrittenKernel whole;
  Subject subject = parts.front().subject;
  subject.formula.clear();
  std::set<std::string> taken;
  if (open_shared(parts).size() > 1)
    return bad_input("two kernels of one file with different declarations of shared memory of open size");
  std::vector<std::string> schedules, reasons;
  for (size_t i = 0; i < parts.size(); ++i) {
    WrittenKernel& kernel = parts[i].kernel;
    if (same == SameConstants::shared) share(kernel, whole.constants);
    make_unique(kernel, taken, i + 1);
    if (whole.architecture.empty()) whole.architecture = kernel.architecture;
    schedules.push_back(kernel.schedule);
    reasons.push_back(kernel.reason);
    subject.formula += std::string(trim(parts[i].subject.formula)) + "\n";
    whole.code += (whole.code.empty() ? "" : "\n") + kernel.code;
    std::move(kernel.constants.begin(), kernel.constants.end(), std::back_inserter(whole.constants));
    std::move(kernel.scratch.begin(), kernel.scratch.end(), std::back_inserter(whole.scratch));
    std::move(kernel.launches.begin(), kernel.launches.end(), std::back_inserter(whole.launches));
  }
  whole.schedule = join(schedules, "+");
  whole.reason = join(reasons, "\n");
  assemble(subject, whole);
  return whole;
}

}  // namespace whet::write
