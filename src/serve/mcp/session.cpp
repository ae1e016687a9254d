#include "serve/mcp/session.h"

#include <algorithm>
#include <array>

#include "serve/mcp/listing.h"

namespace whet::serve {

namespace {

// Newest first. Batches exist in one version alone.
constexpr std::array k_versions{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr std::string_view k_version_with_batches = "2025-03-26";
constexpr size_t k_most_calls = 32;

// Answers of a batch, sent together when the last has arrived.
class BatchAnswers {
 public:
  BatchAnswers(size_t expected, std::function<void(const std::string&)> send)
      : expected_(expected), send_(std::move(send)) {}

  void add(const std::string& line) {
    const std::lock_guard lock(mutex_);
    if (!line.empty()) lines_ += (lines_.empty() ? "" : ",") + line;
    if (--expected_ == 0 && !lines_.empty()) send_("[" + lines_ + "]");
  }

 private:
  std::mutex mutex_;
  size_t expected_;
  std::string lines_;
  std::function<void(const std::string&)> send_;
};

bool needs_answer(const ReadMessage& message) {
  const auto* good = std::get_if<Message>(&message);
  return !good || good->kind == Message::Kind::request;
}

const std::string* string_member(const Json& params, std::string_view name) {
  const Json* value = params.find(name);
  return value ? value->as_string() : nullptr;
}

RpcError wrong_params(std::string message) {
  return {RpcCode::invalid_params, std::move(message)};
}

}  // namespace

struct Session::Method {
  std::string_view name;
  Answer (Session::*run)(const Json& params);
};

Session::Session(const Catalogue& catalogue, const ResourceSource& resources, const CommandRunner& commands, Send send)
    : catalogue_(catalogue), resources_(resources), commands_(commands), send_(std::move(send)), calls_(k_most_calls) {}

void Session::send(const std::string& line) {
  if (line.empty()) return;
  const std::lock_guard lock(sending_);
  send_(line);
}

void Session::receive(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  const MessageLine read = read_messages(line);
  if (!read.is_batch) {
    answer(read.messages.front(), [this](const std::string& text) { send(text); });
  } else if (version_ == k_version_with_batches) {
    answer_batch(read.messages);
  } else {
    send(error_line(
        {}, {RpcCode::invalid_request, "this version of the protocol has no batches: send one message a line"}));
  }
}

void Session::refuse_long_line() {
  send(error_line({}, {RpcCode::invalid_request, "the message is too long: name files by their paths"}));
}

void Session::answer_batch(const std::vector<ReadMessage>& messages) {
  const auto expected = static_cast<size_t>(std::count_if(messages.begin(), messages.end(), needs_answer));
  const auto answers = std::make_shared<BatchAnswers>(expected, [this](const std::string& text) { send(text); });
  for (const ReadMessage& message : messages) {
    answer(message, [answers](const std::string& line) { answers->add(line); });
  }
}

void Session::answer(const ReadMessage& message, const Reply& reply) {
  if (const auto* bad = std::get_if<BadMessage>(&message)) {
    reply(error_line(bad->id, bad->error));
    return;
  }
  const auto& good = std::get<Message>(message);
  if (good.kind == Message::Kind::request) answer_request(good, reply);
  if (good.kind == Message::Kind::notification) notice(good);
}

namespace {

std::string answer_line(const Json& id, std::variant<Json, RpcError> answer) {
  if (const auto* error = std::get_if<RpcError>(&answer)) return error_line(id, *error);
  return result_line(id, std::get<Json>(std::move(answer)));
}

}  // namespace

void Session::answer_request(const Message& request, const Reply& reply) {
  static constexpr std::array<Method, 6> k_methods{{{"initialize", &Session::initialize},
                                                    {"ping", &Session::ping},
                                                    {"tools/list", &Session::list_tools},
                                                    {"resources/templates/list", &Session::list_templates},
                                                    {"prompts/list", &Session::list_prompts},
                                                    {"prompts/get", &Session::get_prompt}}};
  const std::string& method = request.method;
  if (version_.empty() && method != "initialize" && method != "ping") {
    reply(error_line(request.id, {RpcCode::invalid_request, "send `initialize` first"}));
    return;
  }
  for (const Method& known : k_methods) {
    if (known.name == method) return reply(answer_line(request.id, (this->*known.run)(request.params)));
  }
  if (method == "tools/call") return call_tool(request, reply);
  if (method == "resources/list") {
    return answer_later(request, reply, [this](const std::stop_token&) { return list_resources(); });
  }
  if (method == "resources/read") {
    const std::string* uri = string_member(request.params, "uri");
    if (!uri) return reply(error_line(request.id, wrong_params("`uri` must be a string")));
    return answer_later(request, reply, [this, uri = *uri](const std::stop_token&) { return read_resource(uri); });
  }
  reply(error_line(request.id, {RpcCode::method_not_found, "there is no method `" + method + "`"}));
}

void Session::notice(const Message& notification) {
  if (notification.method != "notifications/cancelled") return;
  if (const Json* id = notification.params.find("requestId")) calls_.cancel(id->dump(-1));
}

void Session::answer_later(const Message& request, const Reply& reply,
                           std::function<Answer(const std::stop_token&)> work) {
  const auto started = calls_.start(
      request.id.dump(-1),
      [id = request.id, work = std::move(work)](const std::stop_token& stop) {
        Answer answer = work(stop);
        return stop.stop_requested() ? std::string() : answer_line(id, std::move(answer));
      },
      reply);
  if (started == Calls::Start::id_in_use)
    reply(error_line(request.id, {RpcCode::invalid_request, "a request with this id is still running"}));
  if (started == Calls::Start::too_many)
    reply(error_line(request.id,
                     {RpcCode::invalid_request, "too many requests run at once: wait for one, or cancel one"}));
}

Session::Answer Session::initialize(const Json& params) {
  const std::string* wanted = string_member(params, "protocolVersion");
  if (!wanted) return wrong_params("`protocolVersion` must be a string");
  if (!version_.empty()) return RpcError{RpcCode::invalid_request, "this session is initialized already"};
  const auto known = std::find(k_versions.begin(), k_versions.end(), *wanted);
  version_ = known == k_versions.end() ? k_versions.front() : *known;
  const Json none = Json::object();
  return Json(Json::Object{
      {"protocolVersion", version_},
      {"capabilities", Json::Object{{"tools", none}, {"resources", none}, {"prompts", none}}},
      {"serverInfo",
       Json::Object{{"name", catalogue_.name}, {"title", catalogue_.title}, {"version", catalogue_.version}}},
      {"instructions", catalogue_.instructions}});
}

Session::Answer Session::ping(const Json&) {
  return Json::object();
}

Session::Answer Session::list_tools(const Json& params) {
  if (params.find("cursor")) return wrong_params("there is one page: send no `cursor`");
  return Json(Json::Object{
      {"tools", json_array(catalogue_.tools, [this](const Tool& tool) { return tool_json(tool, has_structure()); })}});
}

Session::Answer Session::list_templates(const Json&) {
  return Json(Json::Object{{"resourceTemplates", json_array(resources_.templates(), template_json)}});
}

Session::Answer Session::list_prompts(const Json&) {
  return Json(Json::Object{{"prompts", json_array(catalogue_.prompts, prompt_json)}});
}

Session::Answer Session::get_prompt(const Json& params) {
  const std::string* name = string_member(params, "name");
  const auto& prompts = catalogue_.prompts;
  const auto found =
      std::find_if(prompts.begin(), prompts.end(), [&](const Prompt& p) { return name && p.name == *name; });
  if (found == prompts.end()) return wrong_params("there is no such prompt; prompts/list names them");
  const Json* arguments = params.find("arguments");
  auto filled = filled_prompt(*found, arguments ? *arguments : Json::object());
  if (!filled) return wrong_params(filled.error().what);
  return *std::move(filled);
}

Session::Answer Session::list_resources() const {
  return Json(Json::Object{{"resources", json_array(resources_.list(), resource_json)}});
}

Session::Answer Session::read_resource(const std::string& uri) const {
  auto read = resources_.read(uri);
  if (!read) return RpcError{RpcCode::internal_error, describe(read.error())};
  if (!*read)
    return RpcError{RpcCode::resource_not_found, "there is no resource " + uri + "; resources/list names them"};
  return Json(Json::Object{
      {"contents", Json::Array{Json::Object{{"uri", uri}, {"mimeType", (*read)->type}, {"text", (*read)->text}}}}});
}

}  // namespace whet::serve
