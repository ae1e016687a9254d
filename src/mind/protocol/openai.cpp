// The Chat Completions API of OpenAI, which many other servers speak.
#include <algorithm>

#include "mind/protocol/event_json.h"
#include "mind/protocol/protocol.h"

namespace whet {

namespace {

Json plain_message(const char* role, const std::string& text) {
  return Json::Object{{"role", role}, {"content", some_text(text)}};
}

Json chat_of(const MindPrompt& prompt) {
  Json messages = Json::array();
  if (!prompt.constant.empty()) messages.push_back(plain_message("system", prompt.constant));
  messages.push_back(plain_message("user", prompt.fresh));
  for (const MindPrompt::Exchange& exchange : prompt.exchanges) {
    messages.push_back(plain_message("assistant", exchange.answer));
    messages.push_back(plain_message("user", exchange.reply));
  }
  return messages;
}

// {"error": {"message", "type", "code"}}; some servers send a text instead of the object, or a number as code.
std::optional<ServerComplaint> openai_complaint(const Json& json) {
  const Json* error = json.find("error");
  if (!error || error->is_null()) return std::nullopt;
  if (error->as_string()) return ServerComplaint{"error", *error->as_string(), true};
  ServerComplaint complaint{text_at(*error, {"type"}), text_at(*error, {"message"}), false};
  const std::string code = text_at(*error, {"code"});
  if (!code.empty()) complaint.type = code;
  int64_t status = 500;
  read_count(*error, {"code"}, status);
  const bool is_final = complaint.type == "insufficient_quota" || complaint.type == "invalid_api_key" ||
                        complaint.type == "model_not_found" || complaint.type == "invalid_request_error";
  complaint.passes = !is_final && (status >= 500 || status == 429 || status == 408);
  return complaint;
}

class OpenAiReader : public AnswerReader {
 public:
  Result<void> take(const ServerEvent& event) override {
    if (is_complete) return {};
    if (event.data == "[DONE]") {
      if (!has_reason_) return bad_input("the server ended its answer without a finish_reason");
      is_complete = true;
      return {};
    }
    TRY(json, event_object(event.data));
    complaint = openai_complaint(json);
    if (complaint) return {};
    read_usage(json);
    const Json* choices = json.find("choices");
    if (!choices) return {};
    if (!choices->as_array()) return bad_input("the server's `choices` are no list");
    for (const Json& choice : *choices->as_array()) TRY_VOID(add(choice));
    return {};
  }

 private:
  // What the model thinks comes as `reasoning` or `reasoning_content`, and is not the answer.
  Result<void> add(const Json& choice) {
    int64_t index = 0;
    read_count(choice, {"index"}, index);
    if (index != 0) return {};
    const Json* text = member_at(choice, {"delta", "content"});
    if (text && text->as_string()) answer.text += *text->as_string();
    if (text && !text->as_string() && !text->is_null()) return bad_input("the server's `content` is no text");
    const std::string reason = text_at(choice, {"finish_reason"});
    if (reason.empty()) return {};
    has_reason_ = true;
    answer.cut = reason == "length";
    if (!answer.cut && reason != "stop") other_end = reason;
    return {};
  }
  // `prompt_tokens` includes those that were read from the cache.
  void read_usage(const Json& json) {
    const Json* usage = json.find("usage");
    if (!usage || !usage->as_object()) return;
    MindUsage& known = answer.usage;
    int64_t prompt_tokens = known.input + known.cache_read;
    read_count(*usage, {"prompt_tokens"}, prompt_tokens);
    read_count(*usage, {"prompt_tokens_details", "cached_tokens"}, known.cache_read);
    read_count(*usage, {"completion_tokens"}, known.output);
    known.cache_read = std::min(known.cache_read, prompt_tokens);
    known.input = prompt_tokens - known.cache_read;
    known.known = true;
  }

  bool has_reason_ = false;
};

class OpenAiProtocol : public Protocol {
 public:
  HttpRequest request(const AskSettings& settings, const MindPrompt& prompt) const override {
    // OpenAI's newer models refuse the old name of the limit, most other servers know only that.
    const bool is_openai = settings.address.starts_with("https://api.openai.com/");
    Json body = Json::object();
    body["model"] = settings.model;
    body[is_openai ? "max_completion_tokens" : "max_tokens"] = settings.longest_answer;
    body["stream"] = true;
    body["stream_options"] = Json::Object{{"include_usage", true}};
    body["messages"] = chat_of(prompt);
    HttpRequest made;
    made.url = settings.address + "/chat/completions";
    made.headers = {"content-type: application/json", "accept: text/event-stream"};
    made.key_header = "authorization: Bearer ";
    made.body = body.dump(-1);
    return made;
  }
  std::unique_ptr<AnswerReader> reader() const override { return std::make_unique<OpenAiReader>(); }
  std::optional<ServerComplaint> complaint(const Json& body) const override { return openai_complaint(body); }
  std::string key_variable() const override { return "OPENAI_API_KEY"; }
};

}  // namespace

const Protocol& openai_protocol() {
  static const OpenAiProtocol protocol;
  return protocol;
}

}  // namespace whet
