// Any bytes, in pieces of any size, as what a client of the MCP server sends: every answer is a line of JSON-RPC, and
// the session goes on.
#include <algorithm>

#include "fuzz_input.h"
#include "serve/mcp/session.h"
#include "serve/rpc/lines.h"
#include "util/text/json.h"

namespace {

using namespace whet;
using namespace whet::serve;

class NoResources : public ResourceSource {
 public:
  std::vector<Resource> list() const override { return {}; }
  std::vector<Resource> templates() const override { return {}; }
  Result<std::optional<ResourceText>> read(const std::string&) const override { return std::optional<ResourceText>(); }
};

// Prints its arguments back: what a client sends reaches the result.
class Echo : public CommandRunner {
 public:
  Result<CommandOutput> run(const std::vector<std::string>& arguments, const std::stop_token&,
                            const TellProgress& tell) const override {
    tell(arguments.front());
    CommandOutput output;
    output.out = Json(Json::Object{{"said", arguments.front()}}).dump(-1);
    output.text = arguments.front();
    return output;
  }
};

Catalogue echo_catalogue() {
  Catalogue catalogue{"fuzz", "", "", "", {}, {{"p", "", "", {{"a", "", true}}, "{a}{a}"}}};
  Tool tool{"echo",
            "",
            "",
            Json::parse(R"({"type":"object","properties":{"a":{"type":"string"}},"required":["a"]})").value(),
            Json::object(),
            Json::object(),
            {},
            {}};
  tool.command_line = [](const Json& arguments) -> Result<std::vector<std::string>> {
    return std::vector<std::string>{*arguments.find("a")->as_string()};
  };
  catalogue.tools = {tool};
  return catalogue;
}

void require_answer(const std::string& line) {
  fuzz::require(line.find('\n') == std::string::npos);
  const auto answer = Json::parse(line);
  fuzz::require(answer.ok());
  if (answer->as_array()) return;
  fuzz::require(answer->find("jsonrpc") && *answer->find("jsonrpc")->as_string() == "2.0");
  fuzz::require(answer->find("result") || answer->find("error") || answer->find("method"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0 || size > fuzz::k_largest_input) return -1;
  static const Catalogue catalogue = echo_catalogue();
  static const NoResources resources;
  static const Echo commands;
  std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t piece = 1 + size_t{data[0]} * 16;
  LineSplitter lines(4096);
  Session session(catalogue, resources, commands, require_answer);
  while (!bytes.empty()) {
    lines.add(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (const auto line = lines.next()) {
      if (line->is_too_long)
        session.refuse_long_line();
      else
        session.receive(line->text);
    }
  }
  return 0;
}
