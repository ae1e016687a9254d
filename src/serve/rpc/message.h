// One message of JSON-RPC 2.0, read from a line and written as one.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "util/text/json.h"

namespace whet::serve {

enum class RpcCode {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  resource_not_found = -32002,  // of MCP
};

struct RpcError {
  RpcCode code;
  std::string message;  // what is wrong, and what to do about it
};

struct Message {
  enum class Kind { request, notification, response } kind = Kind::request;
  Json id;             // a string or an integer; null for a notification
  std::string method;  // empty for a response
  Json params;         // an object, or null
};

// A message that must be answered with an error. The id is null if none could be read.
struct BadMessage {
  Json id;
  RpcError error;
};

using ReadMessage = std::variant<Message, BadMessage>;

struct MessageLine {
  std::vector<ReadMessage> messages;
  bool is_batch = false;  // an array of messages
};

// Reads a line; every input gives at least one message, good or bad.
MessageLine read_messages(std::string_view line);

// One line each, without its end.
std::string result_line(const Json& id, Json result);
std::string error_line(const Json& id, const RpcError& error);
std::string notification_line(std::string_view method, Json params);

}  // namespace whet::serve
