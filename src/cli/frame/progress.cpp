#include "cli/frame/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/frame/companion.h"

namespace whet {

namespace {

constexpr int64_t k_pause_ns = 100'000'000;
constexpr std::chrono::milliseconds k_period{1000};
constexpr const char* k_clear = "\r\033[K";
constexpr size_t k_usual_columns = 80;

// The width of the terminal: erasing a longer line would leave its first rows behind.
size_t columns_of(std::FILE* terminal) {
  winsize size{};
  const bool known = ::ioctl(::fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : k_usual_columns;
}

// Cuts the text to at most `columns` UTF-8 characters.
std::string shortened(std::string text, size_t columns) {
  size_t shown = 0, end = 0;
  for (; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
    if (begins && ++shown > columns) break;
  }
  text.resize(end);
  return text;
}

}  // namespace

ProgressLine::ProgressLine(const Clock& clock)
    : ProgressLine(clock, ::isatty(STDERR_FILENO) == 1 ? stderr : nullptr, k_period) {}

ProgressLine::ProgressLine(const Clock& clock, std::FILE* terminal, std::chrono::milliseconds period)
    : clock_(clock), terminal_(terminal) {
  if (is_shown()) ticker_ = std::jthread([this, period](const std::stop_token& stop) { tick(stop, period); });
}

bool ProgressLine::is_shown() const {
  return terminal_ || Companion::of_process().is_open();
}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::tick(const std::stop_token& stop, std::chrono::milliseconds period) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    wake_.wait_for(lock, stop, period, [] { return false; });
    if (busy_ && !stop.stop_requested()) draw();
  }
}

void ProgressLine::draw() {
  shown_ns_ = clock_.monotonic_ns();
  const double seconds = static_cast<double>(shown_ns_ - begin_ns_) * 1e-9;
  const std::string time = fmt::format("  {:.0f} s", seconds);
  const std::string step = fmt::format("{}{}{}", matter_, text_.empty() ? "" : " ", text_);
  if (!terminal_) {
    Companion::of_process().tell_progress(step + time);
    return;
  }
  const size_t columns = columns_of(terminal_);
  const std::string said = shortened("  " + step, columns > time.size() + 1 ? columns - time.size() - 1 : 0);
  const std::string line = k_clear + said + time;
  std::fwrite(line.data(), 1, line.size(), terminal_);
  std::fflush(terminal_);
}

void ProgressLine::show(std::string_view text) {
  if (!is_shown()) return;
  const std::lock_guard lock(mutex_);
  text_ = text;
  if (clock_.monotonic_ns() - shown_ns_ >= k_pause_ns) draw();
}

void ProgressLine::begin(std::string_view matter) {
  if (!is_shown()) return;
  const std::lock_guard lock(mutex_);
  matter_ = matter;
  text_.clear();
  begin_ns_ = clock_.monotonic_ns();
  busy_ = true;
  draw();
}

void ProgressLine::clear() {
  if (!is_shown()) return;
  const std::lock_guard lock(mutex_);
  if (busy_ && terminal_) std::fputs(k_clear, terminal_), std::fflush(terminal_);
  busy_ = false;
}

}  // namespace whet
