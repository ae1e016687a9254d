// The Messages API of Anthropic.
#include "mind/protocol/event_json.h"
#include "mind/protocol/protocol.h"

namespace whet {

namespace {

Json text_block(const std::string& text) {
  return Json::Object{{"type", "text"}, {"text", some_text(text)}};
}

Json message_of(const char* role, const std::string& text) {
  return Json::Object{{"role", role}, {"content", Json::Array{text_block(text)}}};
}

Json messages_of(const MindPrompt& prompt) {
  Json messages = Json::array();
  messages.push_back(message_of("user", prompt.fresh));
  for (const MindPrompt::Exchange& exchange : prompt.exchanges) {
    messages.push_back(message_of("assistant", exchange.answer));
    messages.push_back(message_of("user", exchange.reply));
  }
  return messages;
}

std::optional<ServerComplaint> anthropic_complaint(const Json& json) {
  if (!member_at(json, {"error", "type"})) return std::nullopt;
  ServerComplaint complaint{text_at(json, {"error", "type"}), text_at(json, {"error", "message"}), false};
  for (const char* passing : {"overloaded_error", "api_error", "rate_limit_error", "timeout_error"})
    complaint.passes |= complaint.type == passing;
  return complaint;
}

class AnthropicReader : public AnswerReader {
 public:
  Result<void> take(const ServerEvent& event) override {
    TRY(json, event_object(event.data));
    const std::string type = text_at(json, {"type"});
    if (type == "message_start") return begin(json);
    if (type == "error") return complain(json);
    if (type == "content_block_delta") return add(json);
    if (type == "message_delta") return change(json);
    if (type != "message_stop") return {};
    if (!has_reason_) return bad_input("the server ended its answer without a stop_reason");
    is_complete = true;
    return {};
  }

 private:
  Result<void> begin(const Json& json) {
    if (!member_at(json, {"message"})) return bad_input("the server's message_start has no message");
    if (has_begun_) return bad_input("the server began its answer twice");
    has_begun_ = true;
    read_usage(json, "message");
    return {};
  }
  Result<void> complain(const Json& json) {
    complaint = anthropic_complaint(json);
    if (complaint) return {};
    return bad_input("the server sent an error event without an error");
  }
  Result<void> add(const Json& json) {
    if (!has_begun_) return bad_input("the server sent text before message_start");
    if (text_at(json, {"delta", "type"}) != "text_delta") return {};  // what the model thinks
    const Json* text = member_at(json, {"delta", "text"});
    if (!text || !text->as_string()) return bad_input("the server sent a text_delta without text");
    answer.text += *text->as_string();
    return {};
  }
  Result<void> change(const Json& json) {
    if (!has_begun_) return bad_input("the server sent message_delta before message_start");
    read_usage(json, {});
    const std::string reason = text_at(json, {"delta", "stop_reason"});
    if (reason.empty()) return {};
    has_reason_ = true;
    answer.cut = reason == "max_tokens" || reason == "model_context_window_exceeded";
    if (!answer.cut && reason != "end_turn" && reason != "stop_sequence") other_end = reason;
    return {};
  }
  // Later counts replace earlier ones: each is that of the whole message.
  void read_usage(const Json& json, std::string_view parent) {
    const Json* usage = parent.empty() ? member_at(json, {"usage"}) : member_at(json, {parent, "usage"});
    if (!usage || !usage->as_object()) return;
    answer.usage.known = true;
    read_count(*usage, {"input_tokens"}, answer.usage.input);
    read_count(*usage, {"cache_read_input_tokens"}, answer.usage.cache_read);
    read_count(*usage, {"cache_creation_input_tokens"}, answer.usage.cache_written);
    read_count(*usage, {"output_tokens"}, answer.usage.output);
  }

  bool has_begun_ = false, has_reason_ = false;
};

class AnthropicProtocol : public Protocol {
 public:
  HttpRequest request(const AskSettings& settings, const MindPrompt& prompt) const override {
    Json body = Json::object();
    body["model"] = settings.model;
    body["max_tokens"] = settings.longest_answer;
    body["stream"] = true;
    if (!prompt.constant.empty()) {
      Json constant = text_block(prompt.constant);
      constant["cache_control"] = Json::Object{{"type", "ephemeral"}};
      body["system"] = Json::Array{constant};
    }
    body["messages"] = messages_of(prompt);
    HttpRequest made;
    made.url = settings.address + "/v1/messages";
    made.headers = {"content-type: application/json", "accept: text/event-stream", "anthropic-version: 2023-06-01"};
    made.key_header = "x-api-key: ";
    made.body = body.dump(-1);
    return made;
  }
  std::unique_ptr<AnswerReader> reader() const override { return std::make_unique<AnthropicReader>(); }
  std::optional<ServerComplaint> complaint(const Json& body) const override { return anthropic_complaint(body); }
  std::string key_variable() const override { return "ANTHROPIC_API_KEY"; }
};

}  // namespace

const Protocol& anthropic_protocol() {
  static const AnthropicProtocol protocol;
  return protocol;
}

}  // namespace whet
