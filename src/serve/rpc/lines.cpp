#include "serve/rpc/lines.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace whet::serve {

void LineSplitter::add(std::string_view piece) {
  pending_ += piece;
}

std::optional<LineSplitter::Line> LineSplitter::next() {
  const size_t end = pending_.find('\n', searched_);
  if (end == std::string::npos) {
    searched_ = pending_.size();
    if (pending_.size() <= most_bytes_ && !is_dropping_) return std::nullopt;
    pending_.clear();
    searched_ = 0;
    if (std::exchange(is_dropping_, true)) return std::nullopt;
    return Line{{}, true};
  }
  Line line{pending_.substr(0, end), end > most_bytes_};
  pending_.erase(0, end + 1);
  searched_ = 0;
  if (std::exchange(is_dropping_, false)) return next();
  if (line.is_too_long) line.text.clear();
  if (line.text.ends_with('\r')) line.text.pop_back();
  return line;
}

std::optional<LineSplitter::Line> LineReader::next() {
  char piece[1 << 16];
  while (true) {
    if (auto line = lines_.next()) return line;
    const ssize_t length = ::read(descriptor_, piece, sizeof piece);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return std::nullopt;
    lines_.add({piece, static_cast<size_t>(length)});
  }
}

}  // namespace whet::serve
