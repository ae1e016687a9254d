// With --redact a mind sees neither the user's names nor sizes. The same name has the same alias in every text of a
// run; what the mind writes is mapped back before it is judged.
//
//   __global__ void secret_sums(const float* wages) { }    <->    __global__ void name1(const float* name2) { }
//
// Names of CUDA and C++ (knowledge/minds/vocabulary.toml) and of one letter stay. Numbers in code stay too: without
// them there is no code.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"
#include "util/system/knowledge.h"

namespace whet::consult {

class Redaction {
 public:
  // Shows everything as it is.
  Redaction() = default;
  // Replaces; `names` are known before the first source: of kernels, arguments and sizes.
  static Result<Redaction> replacing(const Knowledge& knowledge, const std::vector<std::string>& names);

  bool is_active() const { return is_active_; }
  // A source without comments and texts, line by line where it was; a leading `/* whet` block is kept with its names
  // replaced.
  std::string source(std::string_view source);
  // Launches and settings: names are replaced, numbers stay.
  std::string settings(std::string_view text);
  // Prose about it: known names are replaced, paths become `file`, large numbers become powers of two.
  std::string words(std::string_view text) const;
  std::string size(int64_t value) const;  // "1000", or "512 to 1023"

  // Of an answer. Names that the mind made up are its own and stay in what it is shown later; one that is among the
  // replaced names becomes another in the source.
  std::string source_back(std::string_view source);
  std::string words_back(std::string_view text) const;

 private:
  bool stays(std::string_view name) const;
  const std::string& alias_of(std::string_view name);
  std::string code(std::string_view code);
  std::string directive_line(std::string_view line);
  std::string back(std::string_view code);
  std::string name_back(std::string_view name);

  bool is_active_ = false;
  std::set<std::string, std::less<>> vocabulary_;
  std::vector<std::string> prefixes_;
  std::set<std::string, std::less<>> invented_;                       // by minds
  std::map<std::string, std::string, std::less<>> aliases_, names_;   // names_: from alias to name
  std::map<std::string, std::string, std::less<>> texts_, literals_;  // of strings: to alias, and from alias
};

}  // namespace whet::consult
