// An answer put together from the events of a stream.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "mind/http/event_stream.h"
#include "mind/mind.h"

namespace whet {

// A server's word that it cannot answer, in the stream or as the body of a reply.
struct ServerComplaint {
  std::string type;  // "overloaded_error"
  std::string message;
  bool passes = false;
};

class AnswerReader {
 public:
  virtual ~AnswerReader() = default;
  // An error: the event is not one of the protocol. Kinds of events that are unknown are passed over, as the protocols
  // want it.
  virtual Result<void> take(const ServerEvent& event) = 0;

  // The event that ends the stream has come.
  bool is_complete = false;
  // The server reported an error in the stream.
  std::optional<ServerComplaint> complaint;
  MindAnswer answer;
  // Why the answer ended, if it is neither its own end nor the length: "refusal". Such an answer is not used.
  std::string other_end;
};

}  // namespace whet
