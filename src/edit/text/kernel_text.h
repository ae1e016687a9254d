// The kernel of a draft as tokens, with what the problem passes for its parameters. Text that tokens alone do not
// explain is refused: inline assembly, macros that are more than a number, and directives in the body.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edit/text/draft.h"
#include "source/kernel/parameters.h"
#include "source/text/outline.h"

namespace whet::edit {

struct KernelParameter {
  Parameter declared;
  size_t first = 0, last = 0;  // its tokens: [first, last)
  const ProblemArgument* argument = nullptr;

  bool is_array() const { return declared.pointers == 1 && argument && !argument->is_scalar(); }
};

class KernelText {
 public:
  // Both must outlive it.
  static Result<KernelText> read(const Problem& problem, const Draft& draft);

  const Problem& problem() const { return *problem_; }
  const Draft& draft() const { return *draft_; }
  const Outline& outline() const { return *outline_; }
  const Code& code() const { return outline_->code; }
  const Declaration& kernel() const { return *kernel_; }
  const std::vector<KernelParameter>& parameters() const { return parameters_; }
  const KernelParameter* parameter(std::string_view name) const;

  // The tokens between the braces of the body: [body_first, body_last).
  size_t body_first() const { return kernel_->head_end + 1; }
  size_t body_last() const { return kernel_->last - 1; }
  const Token& token(size_t i) const { return code().tokens[i]; }
  // The source from the first byte of token `first` to the last of the token before `last`.
  std::string text(size_t first, size_t last) const;
  // Whether the word is anywhere in the body, or in the tokens.
  bool mentions(std::string_view word) const { return mentions(word, body_first(), body_last()); }
  bool mentions(std::string_view word, size_t first, size_t last) const;
  // White space from the start of the token's line.
  std::string indent(size_t token) const;
  // A name that nothing in the file has: `wanted`, else `wanted2`, ...
  std::string fresh_name(const std::string& wanted) const;
  // Threads of a block at the first case; 0: not known.
  const std::array<int64_t, 3>& block() const { return block_; }
  // The number that a name stands for everywhere in the file.
  std::optional<int64_t> constant(std::string_view name) const;

 private:
  const Problem* problem_ = nullptr;
  const Draft* draft_ = nullptr;
  std::shared_ptr<const Outline> outline_;
  const Declaration* kernel_ = nullptr;
  std::vector<KernelParameter> parameters_;
  std::map<std::string, int64_t, std::less<>> constants_;
  std::array<int64_t, 3> block_{};
};

}  // namespace whet::edit
