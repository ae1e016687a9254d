// Frames between processes: what is written is read, however it arrives; what breaks the limits is refused unread.
#include "judge/process/message.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace whet {
namespace message_test {

constexpr MessageLimits k_limits{4096, 8, 8 << 20};

std::string frame(const Json& head, const std::vector<std::string>& blobs) {
  const std::vector<std::string_view> views(blobs.begin(), blobs.end());
  std::string bytes = encode_head(head, views);
  for (const std::string& blob : blobs) bytes += blob;
  return bytes;
}

std::string frame_of(const std::string& head) {
  const auto length = static_cast<uint32_t>(head.size());
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + head;
}

// Feeds the bytes in pieces whose sizes `next_piece` gives; returns how many were taken.
template <typename NextPiece>
Result<size_t> feed(MessageReader& reader, std::string_view bytes, NextPiece next_piece) {
  size_t taken = 0;
  while (!reader.complete() && taken < bytes.size()) {
    const auto room = reader.room();
    EXPECT_FALSE(room.empty());
    const size_t piece = std::min({room.size(), bytes.size() - taken, next_piece()});
    std::memcpy(room.data(), bytes.data() + taken, piece);
    taken += piece;
    TRY_VOID(reader.filled(piece));
  }
  return taken;
}

Result<size_t> feed(MessageReader& reader, std::string_view bytes) {
  return feed(reader, bytes, [] { return size_t{SIZE_MAX}; });
}

std::string refusal(const std::string& bytes, const MessageLimits& limits = k_limits) {
  MessageReader reader(limits);
  const auto fed = feed(reader, bytes);
  EXPECT_FALSE(fed.ok());
  return fed.ok() ? "" : fed.error().what;
}

TEST(Message, WhatIsWrittenIsReadHoweverItArrives) {
  std::mt19937 random(7);
  const auto below = [&](size_t limit) { return size_t{random()} % limit; };
  for (int round = 0; round < 300; ++round) {
    Json head = Json::object();
    head["id"] = round;
    head["text"] = std::string(below(200), 'x');
    std::vector<std::string> blobs(below(5));
    for (std::string& blob : blobs) {
      blob.resize(below(4) == 0 ? 0 : below(round % 50 == 0 ? 3 << 20 : 2000));
      for (char& c : blob) c = static_cast<char>(random());
    }
    const std::string bytes = frame(head, blobs);
    const std::string more = bytes + "the next frame";
    const size_t piece = round % 2 ? bytes.size() : 1 + below(3000);
    MessageReader reader(k_limits);
    const auto taken = feed(reader, more, [&] { return 1 + below(piece); });
    ASSERT_TRUE(taken.ok() && reader.complete());
    EXPECT_EQ(*taken, bytes.size());  // not a byte of the next
    const Message message = reader.take();
    EXPECT_EQ(*message.head.find("id")->as_integer(), round);
    EXPECT_EQ(message.head.find("text")->as_string()->size(), head.find("text")->as_string()->size());
    EXPECT_TRUE(message.blobs == blobs);
  }
}

TEST(Message, APartOfAFrameIsNeverComplete) {
  const std::string bytes = frame(Json::object(), {"abc", "", "defgh"});
  for (size_t length = 0; length < bytes.size(); ++length) {
    MessageReader reader(k_limits);
    ASSERT_TRUE(feed(reader, std::string_view(bytes).substr(0, length)).ok());
    EXPECT_FALSE(reader.complete());
  }
}

TEST(Message, DamagedFramesAreRefusedOrWithinTheLimits) {
  std::mt19937 random(11);
  const std::string good = frame(*Json::parse(R"({"id": 3, "call": "read"})"), {std::string(300, 'b')});
  for (int round = 0; round < 5000; ++round) {
    std::string bytes = good;
    for (int i = 0; i < 3; ++i) bytes[random() % 60] = static_cast<char>(random());
    MessageReader reader(k_limits);
    const auto fed = feed(reader, bytes);
    if (!fed) {
      EXPECT_EQ(fed.error().kind, ErrorKind::bad_input);
    } else if (reader.complete()) {
      EXPECT_LE(reader.take().blobs.size(), k_limits.blobs);
    }
  }
}

TEST(Message, HeadsBeyondTheLimitAreRefusedBeforeTheyAreRead) {
  EXPECT_EQ(refusal(std::string("\xff\xff\xff\xff", 4)), "a head of 4294967295 bytes");
  EXPECT_EQ(refusal(std::string(4, '\0')), "a head of 0 bytes");
  EXPECT_EQ(refusal(frame_of(std::string(4097, ' '))), "a head of 4097 bytes");
}

TEST(Message, HeadsThatAreNoObjectAreRefused) {
  EXPECT_EQ(refusal(frame_of("[1]")), "a head that is no object");
  EXPECT_EQ(refusal(frame_of("{]")), "this is not JSON");
  EXPECT_EQ(refusal(frame_of(std::string(2000, '[') + std::string(2000, ']'))), "this JSON is nested too deeply");
}

TEST(Message, BlobsBeyondTheLimitAreRefusedBeforeTheyAreRead) {
  EXPECT_EQ(refusal(frame_of(R"({"blobs": 5})")), "`blobs` is no list of sizes");
  EXPECT_EQ(refusal(frame_of(R"({"blobs": [-1]})")), "`blobs` holds something that is no size");
  EXPECT_EQ(refusal(frame_of(R"({"blobs": [1.5]})")), "`blobs` holds something that is no size");
  EXPECT_EQ(refusal(frame_of(R"({"blobs": [18446744073709551615]})")), "`blobs` holds something that is no size");
  EXPECT_EQ(refusal(frame_of(R"({"blobs": [0,0,0,0,0,0,0,0,0]})")), "a message with 9 blobs");
  EXPECT_EQ(refusal(frame_of(R"({"blobs": [8388608, 1]})")), "blobs of more than 8.0 MiB");
  EXPECT_EQ(refusal(frame_of(R"({"blobs": [9223372036854775807, 9223372036854775807]})")),
            "blobs of more than 8.0 MiB");
}

TEST(Message, MemoryGrowsWithWhatArrivesNotWithWhatIsAnnounced) {
  MessageReader reader({4096, 1, 1ull << 40});
  ASSERT_TRUE(feed(reader, frame_of(R"({"blobs": [1099511627776]})") + "abc").ok());
  EXPECT_LE(reader.room().size(), size_t{8} << 20);
  EXPECT_FALSE(reader.complete());
}

}  // namespace message_test
}  // namespace whet
