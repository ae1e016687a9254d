// A server on 127.0.0.1 that speaks the protocols of language models and misbehaves as it is told.
#pragma once

#include <chrono>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace whet::test {

struct ServerReply {
  enum class Ending {
    complete,
    dropped,  // the connection is closed in the middle of the reply
    silent,   // nothing more comes, and the connection stays open
    mute,     // not even the head comes, and the connection stays open
  };
  int status = 200;
  std::string content_type = "text/event-stream; charset=utf-8";
  std::vector<std::string> headers;  // "retry-after: 2"
  std::string body;
  bool chunked = true;                 // otherwise with a content-length
  std::vector<size_t> splits;          // the body is sent in pieces that end at these places
  size_t piece = 0;                    // bytes of each piece; 0: one piece
  std::chrono::milliseconds pause{0};  // after each piece
  Ending ending = Ending::complete;
  size_t ends_after = static_cast<size_t>(-1);  // bytes of the body, unless the ending is complete
};

struct RecordedRequest {
  std::string method, path;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// Gives its replies in turn; after the last it gives that one again.
class MindServer {
 public:
  explicit MindServer(std::vector<ServerReply> replies);
  MindServer(const MindServer&) = delete;
  MindServer& operator=(const MindServer&) = delete;
  ~MindServer();

  std::string url() const;  // "http://127.0.0.1:PORT"
  std::vector<RecordedRequest> requests() const;

 private:
  void accept_all();
  void serve(int connection);
  ServerReply record(RecordedRequest request);

  std::vector<ServerReply> replies_;
  int listener_ = -1;
  int port_ = 0;
  mutable std::mutex mutex_;
  bool is_ending_ = false;
  std::vector<RecordedRequest> requests_;
  std::vector<int> connections_;
  std::list<std::thread> threads_;  // of connections
  std::thread acceptor_;
};

// The streams of whole answers. The tokens used: 11 of input, 7 read from the cache, 5 written to it, 3 of output.
std::string anthropic_stream(const std::string& text, const std::string& stop_reason = "end_turn");
std::string openai_stream(const std::string& text, const std::string& finish_reason = "stop");

// {"type": "error", "error": {"type", "message"}}, as both kinds of servers send it with a status of failure.
ServerReply error_reply(int status, const std::string& type, const std::string& message,
                        std::vector<std::string> headers = {});

}  // namespace whet::test
