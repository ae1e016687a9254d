#include "consult/answer/accepted.h"

#include <algorithm>

#include <fmt/format.h>

#include "consult/answer/elision.h"
#include "problem/signature/candidate.h"
#include "source/text/token.h"
#include "util/hash.h"
#include "util/text.h"

namespace whet::consult {

namespace {

constexpr size_t k_longest_kernel = 256 << 10;  // bytes

Result<void> check_methods(const std::vector<std::string>& claimed, const std::vector<std::string>& allowed) {
  for (const std::string& method : claimed) {
    if (std::find(allowed.begin(), allowed.end(), method) != allowed.end()) continue;
    return bad_input("`" + method + "` is not a method of the catalogue", {},
                     "name methods of the catalogue (near ones: " + join(near_names(method, allowed, 3), ", ") +
                         "), or none: MEMO: [] why");
  }
  return {};
}

// The words of an error of candidates, which speak of a file that the mind does not know.
Error as_refusal(const Error& error, const AnswerRules& rules) {
  const auto shown = [&](const std::string& text) { return rules.words_out ? rules.words_out(text) : text; };
  return bad_input(shown(error.what), {}, shown(error.mend));
}

}  // namespace

std::string fingerprint(const std::string& source) {
  std::string code;
  const std::string body = without_leading_block(source);
  for (const Token& token : tokenize(body)) {
    if (token.kind != TokenKind::comment) code += std::string(token.text) + "\n";
  }
  if (has_leading_block(source)) code += source.substr(0, source.size() - body.size());
  return sha256_hex(code);
}

Result<AcceptedAnswer> accept_answer(std::string_view text, const AnswerRules& rules) {
  TRY(answer, parse_answer(text));
  TRY_VOID(check_methods(answer.methods, rules.methods));
  if (!answer.edits.empty()) {
    TRY(edited, apply_edits(rules.shown, answer.edits));
    answer.kernel = std::move(edited);
  }
  if (answer.kernel.size() > k_longest_kernel)
    return bad_input(
        fmt::format("the kernel has {} bytes, at most {} are taken", answer.kernel.size(), k_longest_kernel));
  if (const auto elision = elision_in(answer.kernel, rules.shown))
    return bad_input("code is left out: `" + *elision + "`", {}, "write every line of the file");
  AcceptedAnswer accepted{rules.source_back ? rules.source_back(answer.kernel) : answer.kernel,
                          std::move(answer.methods), rules.words_back ? rules.words_back(answer.memo) : answer.memo};
  if (const auto loaded = with_candidate(rules.problem, "candidate.cu", accepted.source); !loaded)
    return as_refusal(loaded.error(), rules);
  if (rules.known.contains(fingerprint(accepted.source)))
    return bad_input("this kernel was tried before", {}, "change something that the attempts have not tried");
  return accepted;
}

}  // namespace whet::consult
