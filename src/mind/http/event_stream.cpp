#include "mind/http/event_stream.h"

#include <algorithm>

namespace whet {

namespace {

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

Result<void> EventStream::add(std::string_view bytes, const OnEvent& on_event) {
  while (!bytes.empty()) {
    if (after_cr_ && bytes.front() == '\n') bytes.remove_prefix(1);
    after_cr_ = false;
    const size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    line_ += bytes.substr(0, end);
    if (line_.size() + event_.data.size() > most_bytes_)
      return bad_input("the server sent an event of more than " + std::to_string(most_bytes_) + " bytes");
    if (end == bytes.size()) return {};
    after_cr_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    TRY_VOID(end_line(on_event));
  }
  return {};
}

Result<void> EventStream::end_line(const OnEvent& on_event) {
  std::string line;
  line.swap(line_);
  if (is_first_line_ && line.starts_with(k_byte_order_mark)) line.erase(0, k_byte_order_mark.size());
  is_first_line_ = false;
  if (!line.empty()) {
    read_field(line);
    return {};
  }
  ServerEvent event;
  std::swap(event, event_);
  const bool has_data = has_data_;
  has_data_ = false;
  return has_data ? on_event(event) : Result<void>();
}

void EventStream::read_field(std::string_view line) {
  const size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (name == "event") event_.type = value;
  if (name != "data") return;
  if (has_data_) event_.data += '\n';
  event_.data += value;
  has_data_ = true;
}

}  // namespace whet
