#include "write/schedule/staged_kernel.h"

#include <algorithm>
#include <cctype>

#include "write/text/kernel_file.h"

namespace whet::write {

namespace {

constexpr const char* k_role_words[] = {"", "Combine", "Map", "Copy", "", "", ""};
constexpr const char* k_role_remarks[] = {
    "", ", where parts are combined", ", in the map", ", where operands are copied", "", "", ""};

// `code` with every occurrence of the identifier replaced.
std::string renamed(const std::string& code, const std::string& from, const std::string& to) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string text;
  size_t at = 0;
  for (size_t found = code.find(from); found != std::string::npos; found = code.find(from, at)) {
    const size_t end = found + from.size();
    const bool is_whole = (found == 0 || !is_word(code[found - 1])) && (end == code.size() || !is_word(code[end]));
    text += code.substr(at, found - at) + (is_whole ? to : from);
    at = end;
  }
  return text + code.substr(at);
}

// Adds the constant of a kernel to those before, if none of them is the same. The kernel's code with its name: one that
// has another value already is replaced, kThreads by kCopyThreads and, should that be taken too, by kCopyThreads2.
std::string with_constant(std::vector<WrittenConstant>& all, WrittenConstant constant, size_t role,
                          const std::string& code) {
  const auto find = [&] {
    return std::find_if(all.begin(), all.end(),
                        [&](const WrittenConstant& known) { return known.name == constant.name; });
  };
  const auto is_taken = [&] { return find() != all.end() && find()->value != constant.value; };
  const std::string plain = constant.name;
  if (is_taken()) {
    constant.name = "k" + std::string(k_role_words[role]) + plain.substr(1);
    constant.comment += k_role_remarks[role];
  }
  const std::string stem = constant.name;
  for (int number = 2; is_taken(); ++number) constant.name = stem + std::to_string(number);
  if (find() == all.end()) all.push_back(constant);
  return constant.name == plain ? code : renamed(code, plain, constant.name);
}

}  // namespace

WrittenKernel join_kernels(const Subject& subject, const Stages& stages, std::vector<WrittenKernel> kernels) {
  WrittenKernel joined = kernels.front();
  joined.scratch = stages.scratch;
  joined.launches.clear();
  joined.code.clear();
  for (size_t i = 0; i < kernels.size(); ++i) {
    const auto role = static_cast<size_t>(stages.stages[i].role);
    for (const WrittenConstant& constant : kernels[i].constants)
      kernels[i].code = with_constant(joined.constants, constant, role, kernels[i].code);
    joined.launches.insert(joined.launches.end(), kernels[i].launches.begin(), kernels[i].launches.end());
    joined.code += (i == 0 ? "" : "\n") + kernels[i].code;
  }
  assemble(subject, joined);
  return joined;
}

}  // namespace whet::write
