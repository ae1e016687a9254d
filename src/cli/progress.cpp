#include "cli/progress.h"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

namespace whet {

namespace {

constexpr int64_t k_pause_ns = 100'000'000;
constexpr const char* k_clear = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine(const Clock& clock)
    : clock_(clock), active_(::isatty(STDERR_FILENO) == 1), begin_ns_(clock.monotonic_ns()) {}

ProgressLine::~ProgressLine() {
  if (active_) std::fputs(k_clear, stderr);
}

void ProgressLine::write(std::string_view text) {
  const double seconds = static_cast<double>(clock_.monotonic_ns() - begin_ns_) * 1e-9;
  const std::string line = fmt::format("{}  {} {}  {:.1f} s", k_clear, matter_, text, seconds);
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

void ProgressLine::show(std::string_view text) {
  if (!active_ || clock_.monotonic_ns() - shown_ns_ < k_pause_ns) return;
  shown_ns_ = clock_.monotonic_ns();
  write(text);
}

void ProgressLine::begin(std::string_view matter) {
  matter_ = matter;
  begin_ns_ = clock_.monotonic_ns();
  if (active_) write("");
}

}  // namespace whet
