#include "mind/http/event_stream.h"

#include <gtest/gtest.h>

#include <vector>

namespace whet {
namespace event_stream_test {

using Events = std::vector<std::pair<std::string, std::string>>;

Events read_all(const std::vector<std::string>& pieces, size_t most_bytes = 1000) {
  EventStream stream(most_bytes);
  Events events;
  for (const std::string& piece : pieces) {
    const auto added = stream.add(piece, [&](const ServerEvent& event) -> Result<void> {
      events.emplace_back(event.type, event.data);
      return {};
    });
    if (!added) events.emplace_back("error", added.error().what);
  }
  return events;
}

const std::string k_stream =
    "\xEF\xBB\xBF"
    "event: both\r\ndata: a\r\ndata: b\r\n\r\n: a comment\nevent: first\ndata: one\ndata: two\r\n\r\nid: "
    "7\r\ndata:three\rdata\r\r"
    "retry: 10\nunknown: x\n\nevent: empty\n\ndata: \n\ndata:  spaced\n\ndata: never ended\n";
const Events k_events = {{"both", "a\nb"}, {"first", "one\ntwo"}, {"", "three\n"}, {"", ""}, {"", " spaced"}};

TEST(EventStream, ReadsFieldsCommentsAndAllLineEnds) {
  EXPECT_EQ(read_all({k_stream}), k_events);
}

TEST(EventStream, TheSameEventsComeWhereverTheBytesAreSplit) {
  for (size_t first = 0; first <= k_stream.size(); ++first)
    for (size_t second = first; second <= k_stream.size(); second += 7)
      ASSERT_EQ(read_all({k_stream.substr(0, first), k_stream.substr(first, second - first), k_stream.substr(second)}),
                k_events)
          << first << " " << second;
}

TEST(EventStream, TheSameEventsComeByteByByte) {
  std::vector<std::string> bytes;
  for (const char c : k_stream) bytes.emplace_back(1, c);
  EXPECT_EQ(read_all(bytes), k_events);
}

TEST(EventStream, EventsAndLinesThatAreTooLongAreRefused) {
  const std::string line(60, 'a');
  EXPECT_EQ(read_all({"data: " + line + "\n\n"}, 100).front().second, line);
  EXPECT_EQ(read_all({"data: " + line, line + "\n\n"}, 100).front().first, "error");
  EXPECT_EQ(read_all({"data: " + line + "\ndata: " + line + "\n\n"}, 100).front().first, "error");
  EXPECT_EQ(read_all({": " + line + line}, 100).front().first, "error");
}

TEST(EventStream, AnErrorOfTheReaderEndsIt) {
  EventStream stream(100);
  int calls = 0;
  const auto added = stream.add("data: 1\n\ndata: 2\n\n", [&](const ServerEvent&) -> Result<void> {
    ++calls;
    return bad_input("wrong");
  });
  EXPECT_FALSE(added.ok());
  EXPECT_EQ(calls, 1);
}

}  // namespace event_stream_test
}  // namespace whet
