// Server-sent events, read while they arrive.
//
//   event: ping
//   data: {"a": 1,           ->  {"ping", "{\"a\": 1,\n\"b\": 2}"}
//   data: "b": 2}
//                            the empty line ends the event
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "util/result.h"

namespace whet {

struct ServerEvent {
  std::string type;  // "" when the server gives none
  std::string data;
};

// Bytes may be split anywhere. Lines end in LF, CR or CRLF; comments, ids and unknown fields are passed over.
class EventStream {
 public:
  using OnEvent = std::function<Result<void>(const ServerEvent&)>;

  // No event and no line may be longer than `most_bytes`.
  explicit EventStream(size_t most_bytes) : most_bytes_(most_bytes) {}

  // Calls `on_event` for every event that has ended; its first error ends the reading.
  Result<void> add(std::string_view bytes, const OnEvent& on_event);

 private:
  Result<void> end_line(const OnEvent& on_event);
  void read_field(std::string_view line);

  size_t most_bytes_;
  std::string line_;
  ServerEvent event_;
  bool has_data_ = false;
  bool after_cr_ = false;  // a LF now belongs to the CR before it
  bool is_first_line_ = true;
};

}  // namespace whet
