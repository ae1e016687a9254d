// Lines as messages of JSON-RPC: what is read, and what is refused with which code.
#include "serve/rpc/message.h"

#include <gtest/gtest.h>

namespace whet::serve {
namespace message_test {

Message good(std::string_view line) {
  return std::get<Message>(read_messages(line).messages.front());
}

int code_of(std::string_view line) {
  return static_cast<int>(std::get<BadMessage>(read_messages(line).messages.front()).error.code);
}

TEST(RpcMessage, ARequestHasAnIdAMethodAndParameters) {
  const Message request = good(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1}})");
  EXPECT_EQ(request.kind, Message::Kind::request);
  EXPECT_EQ(*request.id.as_integer(), 7);
  EXPECT_EQ(request.method, "ping");
  EXPECT_EQ(*request.params.find("a")->as_integer(), 1);
}

TEST(RpcMessage, WithoutAnIdItIsANotification) {
  EXPECT_EQ(good(R"({"jsonrpc":"2.0","method":"x"})").kind, Message::Kind::notification);
}

TEST(RpcMessage, AResultIsAResponse) {
  EXPECT_EQ(good(R"({"jsonrpc":"2.0","id":"a","result":{}})").kind, Message::Kind::response);
}

TEST(RpcMessage, WhatIsNotJsonIsAParseError) {
  for (const char* line : {"{", "hello", "{\"jsonrpc\":\"2.0\",}", "\x01"}) EXPECT_EQ(code_of(line), -32700) << line;
}

TEST(RpcMessage, WhatIsNoRequestIsInvalid) {
  for (const char* line : {"3", "\"x\"", "[]", "{}", R"({"jsonrpc":"1.0","id":1,"method":"x"})",
                           R"({"id":1,"method":"x"})", R"({"jsonrpc":"2.0","id":1})",
                           R"({"jsonrpc":"2.0","id":1,"method":3})", R"({"jsonrpc":"2.0","id":null,"method":"x"})",
                           R"({"jsonrpc":"2.0","id":1.5,"method":"x"})", R"({"jsonrpc":"2.0","id":{},"method":"x"})"})
    EXPECT_EQ(code_of(line), -32600) << line;
}

TEST(RpcMessage, ParametersMustBeAnObject) {
  EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":1,"method":"x","params":[1]})"), -32602);
}

TEST(RpcMessage, AnErrorKeepsTheIdThatCouldBeRead) {
  const auto bad = std::get<BadMessage>(read_messages(R"({"jsonrpc":"2.0","id":"k","method":3})").messages.front());
  EXPECT_EQ(*bad.id.as_string(), "k");
}

TEST(RpcMessage, ABatchIsReadMessageByMessage) {
  const MessageLine line = read_messages(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}, 3])");
  EXPECT_TRUE(line.is_batch);
  ASSERT_EQ(line.messages.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<BadMessage>(line.messages[1]));
}

TEST(RpcMessage, AnswersAreOneLineEach) {
  EXPECT_EQ(result_line(1, Json::Object{{"text", "a\nb"}}), R"({"jsonrpc":"2.0","id":1,"result":{"text":"a\nb"}})");
  EXPECT_EQ(error_line({}, {RpcCode::parse_error, "no"}),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}})");
  EXPECT_EQ(notification_line("n", Json::object()), R"({"jsonrpc":"2.0","method":"n","params":{}})");
}

}  // namespace message_test
}  // namespace whet::serve
