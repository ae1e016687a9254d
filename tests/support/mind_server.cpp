#include "support/mind_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "util/text.h"
#include "util/text/json.h"

namespace whet::test {

namespace {

bool send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

// Reads until the text has `size` bytes, or until the other side closes.
bool read_to(int connection, std::string& text, size_t size) {
  char bytes[16384];
  while (text.size() < size) {
    const ssize_t got = ::recv(connection, bytes, sizeof bytes, 0);
    if (got <= 0) return false;
    text.append(bytes, static_cast<size_t>(got));
  }
  return true;
}

RecordedRequest read_head(std::string_view head) {
  RecordedRequest request;
  bool is_first = true;
  for (std::string_view line : split(head, '\n')) {
    line = trim(line);
    if (is_first) {
      const auto words = split(line, ' ');
      if (words.size() == 3) request.method = words[0], request.path = words[1];
    } else if (const size_t colon = line.find(':'); colon != std::string_view::npos) {
      request.headers[lower(line.substr(0, colon))] = trim(line.substr(colon + 1));
    }
    is_first = false;
  }
  return request;
}

std::optional<RecordedRequest> read_request(int connection) {
  std::string text;
  size_t end = 0;
  while ((end = text.find("\r\n\r\n")) == std::string::npos)
    if (!read_to(connection, text, text.size() + 1)) return std::nullopt;
  RecordedRequest request = read_head(std::string_view(text).substr(0, end));
  const size_t size = std::stoul("0" + request.headers["content-length"]);
  if (!read_to(connection, text, end + 4 + size)) return std::nullopt;
  request.body = text.substr(end + 4, size);
  return request;
}

std::string head_of(const ServerReply& reply) {
  std::string head =
      "HTTP/1.1 " + std::to_string(reply.status) + " Reply\r\ncontent-type: " + reply.content_type + "\r\n";
  for (const std::string& header : reply.headers) head += header + "\r\n";
  head += reply.chunked ? "transfer-encoding: chunked\r\n"
                        : "content-length: " + std::to_string(reply.body.size()) + "\r\n";
  return head + "connection: close\r\n\r\n";
}

std::vector<std::string> pieces_of(const ServerReply& reply) {
  const bool is_whole = reply.ending == ServerReply::Ending::complete;
  const std::string body = is_whole ? reply.body : reply.body.substr(0, reply.ends_after);
  std::vector<size_t> ends = reply.splits;
  for (size_t at = reply.piece; reply.piece > 0 && at < body.size(); at += reply.piece) ends.push_back(at);
  ends.push_back(body.size());
  std::sort(ends.begin(), ends.end());
  std::vector<std::string> pieces;
  size_t begin = 0;
  for (const size_t end : ends) {
    const size_t limit = std::min(end, body.size());
    if (limit > begin) pieces.push_back(body.substr(begin, limit - begin));
    begin = std::max(begin, limit);
  }
  return pieces;
}

std::string as_chunk(const std::string& piece) {
  char size[32];
  std::snprintf(size, sizeof size, "%zx\r\n", piece.size());
  return size + piece + "\r\n";
}

void send_reply(int connection, const ServerReply& reply) {
  char byte = 0;
  const auto wait_for_the_client = [&] { (void)::recv(connection, &byte, 1, 0); };  // until it gives up
  if (reply.ending == ServerReply::Ending::mute) return wait_for_the_client();
  if (!send_all(connection, head_of(reply))) return;
  for (const std::string& piece : pieces_of(reply)) {
    if (!send_all(connection, reply.chunked ? as_chunk(piece) : piece)) return;
    if (reply.pause.count() > 0) std::this_thread::sleep_for(reply.pause);
  }
  if (reply.ending == ServerReply::Ending::complete && reply.chunked) send_all(connection, "0\r\n\r\n");
  if (reply.ending == ServerReply::Ending::silent) wait_for_the_client();
}

std::string event_text(const std::string& type, const Json& data) {
  return (type.empty() ? "" : "event: " + type + "\n") + "data: " + data.dump(-1) + "\n\n";
}

// Texts of a few characters each, as models give them.
std::vector<std::string> in_tokens(const std::string& text) {
  constexpr size_t k_token = 16;
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size(); at += k_token) tokens.push_back(text.substr(at, k_token));
  return tokens;
}

}  // namespace

MindServer::MindServer(std::vector<ServerReply> replies) : replies_(std::move(replies)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (listener_ < 0 || ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listener_, 64) != 0 || ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("cannot listen on 127.0.0.1");
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

MindServer::~MindServer() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    for (const int connection : connections_) ::shutdown(connection, SHUT_RDWR);
  }
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  for (std::thread& thread : threads_) thread.join();
  for (const int connection : connections_) ::close(connection);
  ::close(listener_);
}

std::string MindServer::url() const {
  return "http://127.0.0.1:" + std::to_string(port_);
}

std::vector<RecordedRequest> MindServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void MindServer::accept_all() {
  while (true) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    const std::lock_guard lock(mutex_);
    if (is_ending_ || connection < 0) {
      if (connection >= 0) ::close(connection);
      return;
    }
    const int at_once = 1;
    ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    connections_.push_back(connection);
    threads_.emplace_back([this, connection] { serve(connection); });
  }
}

void MindServer::serve(int connection) {
  if (auto request = read_request(connection)) send_reply(connection, record(std::move(*request)));
  ::shutdown(connection, SHUT_RDWR);
}

ServerReply MindServer::record(RecordedRequest request) {
  const std::lock_guard lock(mutex_);
  requests_.push_back(std::move(request));
  return replies_[std::min(requests_.size(), replies_.size()) - 1];
}

std::string anthropic_stream(const std::string& text, const std::string& stop_reason) {
  const Json usage = Json::Object{
      {"input_tokens", 11}, {"cache_read_input_tokens", 7}, {"cache_creation_input_tokens", 5}, {"output_tokens", 1}};
  std::string stream =
      event_text("message_start",
                 Json::Object{{"type", "message_start"}, {"message", Json::Object{{"id", "m"}, {"usage", usage}}}});
  stream +=
      event_text("content_block_start", Json::Object{{"type", "content_block_start"},
                                                     {"index", 0},
                                                     {"content_block", Json::Object{{"type", "text"}, {"text", ""}}}});
  stream += event_text("ping", Json::Object{{"type", "ping"}});
  for (const std::string& token : in_tokens(text))
    stream += event_text("content_block_delta",
                         Json::Object{{"type", "content_block_delta"},
                                      {"index", 0},
                                      {"delta", Json::Object{{"type", "text_delta"}, {"text", token}}}});
  stream += event_text("content_block_stop", Json::Object{{"type", "content_block_stop"}, {"index", 0}});
  stream += event_text("message_delta", Json::Object{{"type", "message_delta"},
                                                     {"delta", Json::Object{{"stop_reason", stop_reason}}},
                                                     {"usage", Json::Object{{"output_tokens", 3}}}});
  return stream + event_text("message_stop", Json::Object{{"type", "message_stop"}});
}

std::string openai_stream(const std::string& text, const std::string& finish_reason) {
  const auto chunk = [](Json delta, Json reason) {
    return event_text(
        "", Json::Object{
                {"object", "chat.completion.chunk"},
                {"choices", Json::Array{Json::Object{{"index", 0}, {"delta", delta}, {"finish_reason", reason}}}}});
  };
  std::string stream = chunk(Json::Object{{"role", "assistant"}, {"content", ""}}, Json());
  for (const std::string& token : in_tokens(text)) stream += chunk(Json::Object{{"content", token}}, Json());
  stream += chunk(Json::object(), finish_reason);
  stream += event_text(
      "", Json::Object{{"choices", Json::array()},
                       {"usage", Json::Object{{"prompt_tokens", 18},
                                              {"completion_tokens", 3},
                                              {"prompt_tokens_details", Json::Object{{"cached_tokens", 7}}}}}});
  return stream + "data: [DONE]\n\n";
}

ServerReply error_reply(int status, const std::string& type, const std::string& message,
                        std::vector<std::string> headers) {
  ServerReply reply;
  reply.status = status;
  reply.content_type = "application/json";
  reply.headers = std::move(headers);
  reply.body =
      Json(Json::Object{{"type", "error"}, {"error", Json::Object{{"type", type}, {"message", message}}}}).dump(-1);
  return reply;
}

}  // namespace whet::test
