// The server over pipes: it ends with its input, and takes what runs with it.
#include "serve/server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "serve/mcp/fake_catalogue.h"

namespace whet::serve {
namespace server_test {

// All that the server answers to the input.
std::string answers_to(const std::string& input) {
  int in[2], out[2];
  EXPECT_EQ(::pipe(in) + ::pipe(out), 0);
  const Catalogue catalogue = test::fake_catalogue();
  const test::FakeResources resources;
  const test::FakeCommands commands;
  std::thread server([&] {
    serve(catalogue, resources, commands, in[0], out[1]);
    ::close(out[1]);
  });
  size_t written = 0;
  while (written < input.size())
    written += static_cast<size_t>(::write(in[1], input.data() + written, input.size() - written));
  ::close(in[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0; (got = ::read(out[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(got));
  server.join();
  ::close(in[0]), ::close(out[0]);
  return text;
}

const std::string k_begin =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})"
    "\n";

TEST(Server, AnswersLinesAndEndsWithItsInput) {
  const std::string text = answers_to(k_begin + R"({"jsonrpc":"2.0","id":2,"method":"ping"})"
                                                "\n");
  EXPECT_NE(text.find(R"("serverInfo":{"name":"fake")"), std::string::npos);
  EXPECT_NE(text.find(R"({"jsonrpc":"2.0","id":2,"result":{}})"
                      "\n"),
            std::string::npos);
}

TEST(Server, TheEndOfInputStopsACall) {
  const std::string call =
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"word":"wait"}}})";
  EXPECT_EQ(answers_to(k_begin + call + "\n").find(R"("id":2)"), std::string::npos);
}

TEST(Server, ALineThatIsTooLongIsRefusedAndTheNextAnswered) {
  const std::string text = answers_to(std::string(5 << 20, 'x') + "\n" +
                                      R"({"jsonrpc":"2.0","id":2,"method":"ping"})"
                                      "\n");
  EXPECT_NE(text.find("-32600"), std::string::npos);
  EXPECT_NE(text.find(R"("id":2,"result")"), std::string::npos);
}

}  // namespace server_test
}  // namespace whet::serve
