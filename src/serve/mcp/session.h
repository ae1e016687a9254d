// A session of the Model Context Protocol: answers the requests of one client.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>

#include "serve/command/command_run.h"
#include "serve/mcp/calls.h"
#include "serve/mcp/catalogue.h"
#include "serve/rpc/message.h"

namespace whet::serve {

class Session {
 public:
  using Send = std::function<void(const std::string& line)>;  // is called by several threads, one at a time

  // The first three must outlive the session.
  Session(const Catalogue& catalogue, const ResourceSource& resources, const CommandRunner& commands, Send send);
  ~Session() { end(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Answers a line, at once or when its work is done.
  void receive(std::string_view line);
  // Answers a line that was too long to be read.
  void refuse_long_line();
  // Stops all calls; they are not answered any more.
  void end() { calls_.end(); }

 private:
  using Answer = std::variant<Json, RpcError>;
  // Takes the answer to one request as a line; an empty one means that there is none.
  using Reply = std::function<void(const std::string& line)>;
  struct Method;

  void send(const std::string& line);
  void answer_batch(const std::vector<ReadMessage>& messages);
  void answer(const ReadMessage& message, const Reply& reply);
  void answer_request(const Message& request, const Reply& reply);
  void notice(const Message& notification);
  // Runs the work in its own thread and answers with what it returns.
  void answer_later(const Message& request, const Reply& reply, std::function<Answer(const std::stop_token&)> work);

  Answer initialize(const Json& params);
  Answer ping(const Json& params);
  Answer list_tools(const Json& params);
  Answer list_templates(const Json& params);
  Answer list_prompts(const Json& params);
  Answer get_prompt(const Json& params);
  Answer list_resources() const;
  Answer read_resource(const std::string& uri) const;
  void call_tool(const Message& request, const Reply& reply);
  Answer run_tool(const Tool& tool, const Json& arguments, const Json& params, const std::stop_token& stop);
  bool has_structure() const { return version_ >= "2025-06-18"; }  // versions are dates

  const Catalogue& catalogue_;
  const ResourceSource& resources_;
  const CommandRunner& commands_;
  Send send_;
  std::mutex sending_;
  std::string version_;  // empty until the session is initialized
  Calls calls_;          // declared last: its threads use the other members
};

}  // namespace whet::serve
