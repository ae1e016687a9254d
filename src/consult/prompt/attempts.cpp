#include "consult/prompt/attempts.h"

#include <algorithm>

#include <fmt/format.h>

#include "store/candidate.h"
#include "util/text.h"

namespace whet::consult {

namespace {

constexpr size_t k_reason_length = 200;

std::string first_line(const std::string& text) {
  const std::string line(trim(std::string_view(text).substr(0, text.find('\n'))));
  return line.size() <= k_reason_length ? line : line.substr(0, k_reason_length) + " [cut]";
}

std::string entry_text(const Attempt& attempt, const Redaction& redaction) {
  std::string text = redaction.words(attempt.what);
  if (!attempt.methods.empty()) text += " [" + join(attempt.methods, ", ") + "]";
  text += ": " + attempt.outcome;
  if (attempt.speedup) text += fmt::format(", {:.3f}x of the original's speed", *attempt.speedup);
  const std::string reason = redaction.words(first_line(attempt.reason));
  return reason.empty() ? text : text + " (" + reason + ")";
}

void add_list(const char* heading, const std::vector<std::string>& entries, std::string& text) {
  if (entries.empty()) return;
  text += std::string(heading) + "\n";
  for (const std::string& entry : entries) text += "- " + entry + "\n";
}

// Gains this small are noise, or not worth a rule.
constexpr double k_gain = 1.01, k_loss = 0.99;

enum class Kind { resolved, pending, avoid };
Kind kind_of(const Attempt& attempt) {
  if (!store::is_sound(attempt.outcome)) return Kind::avoid;
  if (attempt.speedup && *attempt.speedup >= k_gain) return Kind::resolved;
  return (attempt.speedup && *attempt.speedup <= k_loss) || store::is_negative(attempt.outcome) ? Kind::avoid
                                                                                                : Kind::pending;
}

}  // namespace

std::string CompactMemory::text() const {
  std::string text;
  add_list("Resolved (right and faster than the original):", resolved, text);
  add_list("Pending (no clear effect, or planned and not tried):", pending, text);
  add_list("Avoid (wrong, refused or slower):", avoid, text);
  if (text.empty()) return "Nothing was tried yet.\n";
  return left_out == 0 ? text : text + fmt::format("{} more entries are left out.\n", left_out);
}

CompactMemory compact(const std::vector<Attempt>& attempts, const std::vector<std::string>& planned,
                      const Redaction& redaction, size_t most) {
  CompactMemory memory;
  for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt) {
    const Kind kind = kind_of(*attempt);
    std::vector<std::string>& list = kind == Kind::resolved  ? memory.resolved
                                     : kind == Kind::pending ? memory.pending
                                                             : memory.avoid;
    if (list.size() < most)
      list.push_back(entry_text(*attempt, redaction));
    else
      ++memory.left_out;
  }
  for (const std::string& method : planned) {
    const bool is_tried = std::any_of(attempts.begin(), attempts.end(), [&](const Attempt& each) {
      return std::find(each.methods.begin(), each.methods.end(), method) != each.methods.end();
    });
    if (!is_tried) memory.pending.push_back(method + ": planned, not tried yet");
  }
  return memory;
}

std::vector<Attempt> attempts_of(const std::vector<store::Lesson>& lessons) {
  std::vector<Attempt> attempts;
  for (const store::Lesson& lesson : lessons) {
    if (lesson.masked) continue;
    Attempt attempt;
    attempt.what = std::string(name_of(lesson.kind)) + " " + lesson.tried +
                   (lesson.conditions.gpu.empty() ? "" : " on " + lesson.conditions.gpu);
    if (lesson.kind == store::TriedKind::method) attempt.methods = {lesson.tried};
    attempt.outcome = lesson.outcome;
    attempt.reason = lesson.reason;
    if (lesson.speedup) attempt.speedup = lesson.speedup->value;
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

}  // namespace whet::consult
