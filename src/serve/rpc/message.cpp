#include "serve/rpc/message.h"

namespace whet::serve {

namespace {

BadMessage invalid(Json id, std::string message) {
  return {std::move(id), {RpcCode::invalid_request, std::move(message)}};
}

bool is_id(const Json& id) {
  return id.as_string() || id.as_integer();
}

ReadMessage read_call(const Json& value, const Json& method, const Json* id) {
  Message message;
  const std::string* name = method.as_string();
  if (!name) return invalid(id ? *id : Json(), "`method` must be a string");
  message.method = *name;
  message.kind = id ? Message::Kind::request : Message::Kind::notification;
  if (id) message.id = *id;
  if (const Json* params = value.find("params")) message.params = *params;
  if (!message.params.is_null() && !message.params.as_object()) {
    return BadMessage{message.id, {RpcCode::invalid_params, "`params` must be an object"}};
  }
  return message;
}

ReadMessage read_message(const Json& value) {
  if (!value.as_object()) return invalid({}, "a message must be a JSON object");
  const Json* id = value.find("id");
  if (id && !is_id(*id)) return invalid({}, "`id` must be a string or an integer");
  const Json* version = value.find("jsonrpc");
  if (!version || !version->as_string() || *version->as_string() != "2.0") {
    return invalid(id ? *id : Json(), "`jsonrpc` must be \"2.0\"");
  }
  if (const Json* method = value.find("method")) return read_call(value, *method, id);
  if (id && (value.find("result") || value.find("error"))) return Message{Message::Kind::response, *id, {}, {}};
  return invalid(id ? *id : Json(), "a message needs a `method`");
}

Json envelope(const Json& id) {
  return Json::Object{{"jsonrpc", "2.0"}, {"id", id}};
}

}  // namespace

MessageLine read_messages(std::string_view line) {
  const auto value = Json::parse(line);
  if (!value) {
    const Error& error = value.error();
    const std::string where = error.where.empty() ? "" : " (" + error.where + ")";
    return {{BadMessage{{}, {RpcCode::parse_error, error.what + where}}}, false};
  }
  const Json::Array* batch = value->as_array();
  if (!batch) return {{read_message(*value)}, false};
  if (batch->empty()) return {{invalid({}, "a batch must not be empty")}, false};
  MessageLine read{{}, true};
  for (const Json& item : *batch) read.messages.push_back(read_message(item));
  return read;
}

std::string result_line(const Json& id, Json result) {
  Json answer = envelope(id);
  answer["result"] = std::move(result);
  return answer.dump(-1);
}

std::string error_line(const Json& id, const RpcError& error) {
  Json answer = envelope(id);
  answer["error"] = Json::Object{{"code", static_cast<int>(error.code)}, {"message", error.message}};
  return answer.dump(-1);
}

std::string notification_line(std::string_view method, Json params) {
  return Json(Json::Object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}}).dump(-1);
}

}  // namespace whet::serve
