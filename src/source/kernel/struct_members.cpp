#include "source/kernel/struct_members.h"

#include <algorithm>
#include <string>

#include "source/kernel/constants.h"
#include "source/kernel/instance.h"
#include "source/text/outline.h"
#include "util/text.h"

namespace whet {

namespace {

// Reads the members between the braces of a struct.
class MemberReader {
 public:
  MemberReader(std::string_view source, const Code& code) : source_(source), code_(code) {}

  std::optional<std::vector<StructMember>> run(size_t open) {
    const size_t close = code_.partner[open];
    size_t first = open + 1;
    for (size_t i = first; i < close; ++i) {
      if (code_.is(i, "(") || code_.is(i, "{") || code_.is(i, ":") || code_.is(i, "static")) return std::nullopt;
      if (!code_.is(i, ";")) continue;
      if (!add(first, i)) return std::nullopt;
      first = i + 1;
    }
    return first == close ? std::optional(members_) : std::nullopt;
  }

 private:
  std::string text(size_t first, size_t last) const {
    std::string text;
    for (size_t i = first; i < last; ++i) text += std::string(code_.tokens[i].text) + " ";
    return text;
  }

  // `float a, b[3]`: the type is only before the first name.
  bool add(size_t first, size_t last) {
    size_t begin = first, name = first;
    while (name < last && !(code_.is_word(name) && ends_declarator(name + 1, last))) ++name;
    if (name >= last || name == first) return false;
    size_t type_end = name;
    while (type_end > first && code_.is(type_end - 1, "*")) --type_end;
    const std::string type = text(first, type_end);
    begin = type_end;
    for (size_t i = begin; i <= last; ++i) {
      if (i < last && code_.partner[i] > i) i = code_.partner[i];
      if (i < last && !code_.is(i, ",")) continue;
      if (!add_one(type, begin, i)) return false;
      begin = i + 1;
    }
    return true;
  }

  bool ends_declarator(size_t i, size_t last) const {
    return i >= last || code_.is(i, ",") || code_.is(i, "[") || code_.is(i, "=");
  }

  bool add_one(const std::string& type, size_t first, size_t last) {
    StructMember member;
    size_t end = first;
    while (end < last && !code_.is(end, "[") && !code_.is(end, "=")) ++end;
    for (size_t at = end; at < last && code_.is(at, "["); at = code_.partner[at] + 1) {
      const auto count = number(at + 1, code_.partner[at]);
      if (!count || *count < 1) return false;
      member.count *= *count;
    }
    const auto read = read_parameters(type + text(first, end));
    if (read.size() != 1 || read[0].name.empty()) return false;
    member.declared = read[0];
    members_.push_back(std::move(member));
    return true;
  }

  std::optional<int64_t> number(size_t first, size_t last) const {
    if (last != first + 1) return std::nullopt;
    const std::string_view word = code_.tokens[first].text;
    return code_.is_word(first) ? constant_value(source_, word) : whole_number(word);
  }

  std::string_view source_;
  const Code& code_;
  std::vector<StructMember> members_;
};

// The members of Csr<float>, with `float` for what template <typename T> struct Csr calls T.
std::optional<std::vector<StructMember>> with_arguments(std::vector<StructMember> members, const Outline& read,
                                                        const Declaration& declaration, std::string_view instance) {
  const size_t open = declaration.first + 1, end = read.code.after_angles(open);
  const char* const begin = read.code.tokens[open].text.data() + 1;
  const char* const close = read.code.tokens[end - 1].text.data();
  const auto arguments =
      template_arguments(begin < close ? std::string_view(begin, static_cast<size_t>(close - begin)) : "", instance);
  if (arguments.empty()) return std::nullopt;
  for (StructMember& member : members) member.declared.base = instantiated(member.declared.base, arguments);
  return members;
}

}  // namespace

std::optional<std::vector<StructMember>> find_struct(std::string_view source, std::string_view full_name) {
  const Outline read = outline(source);
  const size_t angle = std::min(full_name.find('<'), full_name.size());
  const std::string_view name = trim(full_name.substr(0, angle)), instance = full_name.substr(angle);
  for (const Declaration& declaration : read.declarations) {
    // In `typedef struct { ... } P;` the name comes last.
    const bool is_alias = read.code.is(declaration.first, "typedef") && declaration.last >= declaration.first + 2 &&
                          read.code.is(declaration.last - 2, name);
    const bool named = std::find(declaration.names.begin(), declaration.names.end(), name) != declaration.names.end();
    if (declaration.is_template == instance.empty() ||
        !(is_alias || (named && declaration.kind == DeclarationKind::type)))
      continue;
    for (size_t i = declaration.first; i < declaration.last; ++i) {
      if (read.code.is(i, ":") || read.code.is(i, "union") || read.code.is(i, "alignas")) break;
      if (!read.code.is(i, "{")) continue;
      auto members = MemberReader(source, read.code).run(i);
      return members && declaration.is_template ? with_arguments(*members, read, declaration, instance) : members;
    }
  }
  return std::nullopt;
}

}  // namespace whet
