#include "consult/text/fence.h"

#include <algorithm>

#include "util/text.h"

namespace whet::consult {

namespace {

constexpr size_t k_shortest_fence = 3;

size_t longest_run(std::string_view text, char mark) {
  size_t longest = 0, run = 0;
  for (const char each : text) {
    run = each == mark ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

size_t run_at_start(std::string_view line, char mark) {
  const size_t end = line.find_first_not_of(mark);
  return end == std::string_view::npos ? line.size() : end;
}

}  // namespace

std::string fenced(std::string_view text, std::string_view info) {
  const std::string fence(std::max(k_shortest_fence, longest_run(text, '`') + 1), '`');
  std::string block = fence + std::string(info) + "\n" + std::string(text);
  if (block.back() != '\n') block += '\n';
  return block + fence + "\n";
}

std::optional<FenceOpening> opened_fence(std::string_view line) {
  line = trim(line);
  if (line.empty() || (line.front() != '`' && line.front() != '~')) return std::nullopt;
  const size_t length = run_at_start(line, line.front());
  const std::string_view info = trim(line.substr(length));
  if (length < k_shortest_fence || info.find('`') != std::string_view::npos) return std::nullopt;
  return FenceOpening{line.front(), length, std::string(info)};
}

bool closes(const FenceOpening& fence, std::string_view line) {
  line = trim(line);
  return line.size() >= fence.length && run_at_start(line, fence.mark) == line.size();
}

}  // namespace whet::consult
