// An answer held to the rules: what is left is a candidate that is worth compiling.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "consult/answer/answer.h"
#include "problem/file/problem.h"

namespace whet::consult {

struct AnswerRules {
  const Problem& problem;
  std::string shown;                   // the kernel as the mind saw it, which edits refer to
  std::vector<std::string> methods;    // that may be claimed
  const std::set<std::string>& known;  // fingerprints of the kernels that were tried
  // From the names that the mind saw to the real ones; empty: they are the same.
  std::function<std::string(const std::string&)> source_back = {}, words_back = {};
  // From the real names to those that the mind saw, for the words of an error.
  std::function<std::string(const std::string&)> words_out = {};
};

struct AcceptedAnswer {
  std::string source;  // the whole file, with the real names
  std::vector<std::string> methods;
  std::string memo;
};

// An error says why it is refused, in words for the mind.
Result<AcceptedAnswer> accept_answer(std::string_view text, const AnswerRules& rules);

// The same for sources that differ in white space and comments alone; the launches in a leading block count.
std::string fingerprint(const std::string& source);

}  // namespace whet::consult
