// What host code asks of a virtual GPU in another process: it is done as asked, and costs what it would.
#include "judge/process/link_server.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "device/device_link.h"
#include "judge_fixture.h"

namespace whet {
namespace link_server_test {

class LinkServerTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_), 0);
    auto opened = VirtualDevice::open("h200", {}, knowledge_);
    ASSERT_TRUE(opened) << describe(opened.error());
    device_ = std::move(*opened);
    server_ = std::make_unique<LinkServer>(*device_);
    rates_ = device_->transfer_rates();
    serving_ = std::thread([this] {
      while (const auto request = receive_frame(ends_[1], 1ull << 30)) send_frame(ends_[1], server_->answer(*request));
    });
    link_ = std::make_unique<DeviceLink>(ends_[0]);
    server_->begin(nullptr, true);
    from_ = *link_->allocate(k_bytes, "from");
    to_ = *link_->allocate(k_bytes, "to");
    std::string content(k_bytes, '\0');
    for (size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 7 + i / 256);
    ASSERT_TRUE(link_->write(from_, content));
  }
  void TearDown() override {
    ::shutdown(ends_[0], SHUT_RDWR);
    serving_.join();
    for (const int end : ends_) ::close(end);
  }

  template <typename Work>
  double seconds_of(const Work& work) {
    server_->begin(nullptr, true);
    const Result<void> done = work();
    EXPECT_TRUE(done) << (done ? "" : done.error().what);
    const double seconds = server_->end().seconds;
    server_->begin(nullptr, true);
    return seconds;
  }
  std::string content(uint64_t address) { return *device_->read(address, k_bytes); }

  static constexpr uint64_t k_bytes = 1 << 16;
  Knowledge knowledge_;
  int ends_[2] = {-1, -1};
  std::unique_ptr<VirtualDevice> device_;
  std::unique_ptr<LinkServer> server_;
  std::unique_ptr<DeviceLink> link_;
  std::thread serving_;
  TransferRates rates_;
  uint64_t from_ = 0, to_ = 0;
};

TEST_F(LinkServerTest, NothingIsCheaperThanALaunch) {
  ASSERT_GT(rates_.launch_seconds, 0);
  EXPECT_GT(seconds_of([&] { return link_->copy(to_, from_, {.width = 4}); }), rates_.launch_seconds);
  EXPECT_GT(seconds_of([&] { return link_->fill(to_, "\1", {.width = 4}); }), rates_.launch_seconds);
  EXPECT_GE(seconds_of([&] { return link_->write(to_, "four"); }), rates_.launch_seconds);
}

TEST_F(LinkServerTest, BytesCostBandwidth) {
  const auto copied = [&](uint64_t bytes) {
    return seconds_of([&] { return link_->copy(to_, from_, {.width = bytes}); }) - rates_.launch_seconds;
  };
  EXPECT_NEAR(copied(k_bytes), 2.0 * k_bytes / rates_.memory, 1e-12);
  EXPECT_NEAR(copied(k_bytes / 2), 1.0 * k_bytes / rates_.memory, 1e-12);
}

TEST_F(LinkServerTest, ShortRowsCostWholeSectors) {
  const CopyRows rows{.width = 4, .height = 256, .to_pitch = 256, .from_pitch = 4};
  const double strided = seconds_of([&] { return link_->copy(to_, from_, rows); }) - rates_.launch_seconds;
  EXPECT_NEAR(strided, (256 * 32.0 + 256 * 4.0) / rates_.memory, 1e-12) << "apart on one side, a run on the other";
  const double filled = seconds_of([&] { return link_->fill(to_, "\1", rows); }) - rates_.launch_seconds;
  EXPECT_NEAR(filled, 256 * 32.0 / rates_.memory, 1e-12);
}

// A transposition by strided copies: n of them, each of n rows of one element.
TEST_F(LinkServerTest, ATranspositionByCopiesCostsALaunchForEachAndIsRight) {
  constexpr uint64_t n = 64;
  const double seconds = seconds_of([&]() -> Result<void> {
    for (uint64_t i = 0; i < n; ++i)
      TRY_VOID(
          link_->copy(to_ + 4 * i, from_ + 4 * n * i, {.width = 4, .height = n, .to_pitch = 4 * n, .from_pitch = 4}));
    return {};
  });
  EXPECT_GT(seconds, n * rates_.launch_seconds);
  const std::string before = content(from_), after = content(to_);
  for (uint64_t i = 0; i < n; ++i) {
    for (uint64_t j = 0; j < n; ++j) EXPECT_EQ(after.substr(4 * (j * n + i), 4), before.substr(4 * (i * n + j), 4));
  }
}

// As a host's allocator lays them: closer than the pages that are shared.
TEST_F(LinkServerTest, PiecesOfHostMemoryLieSideBySide) {
  constexpr uint64_t k_start = 0x610000000000ull, k_apart = 8192;
  for (uint64_t i = 0; i < 20; ++i) {
    const auto placed = link_->place(k_start + i * k_apart, 100, "piece");
    ASSERT_TRUE(placed) << describe(placed.error());
  }
  EXPECT_FALSE(link_->place(k_start + 50, 100, "overlaps one")) << "it would be two things at once";
  ASSERT_TRUE(link_->write(k_start + 3 * k_apart, "three"));
  for (uint64_t i = 0; i < 20; i += 2) ASSERT_TRUE(link_->free(k_start + i * k_apart));
  EXPECT_EQ(device_->read(k_start + 3 * k_apart, 5).value(), "three") << "its page is still there";
  ASSERT_TRUE(link_->place(k_start, 100, "again"));
  for (uint64_t i = 1; i < 20; i += 2) ASSERT_TRUE(link_->free(k_start + i * k_apart));
}

TEST_F(LinkServerTest, RowsGoToTheHostAndBack) {
  const CopyRows there{
      .width = 24, .height = 10, .depth = 3, .to_pitch = 24, .from_pitch = 64, .to_slice = 240, .from_slice = 1024};
  std::string here(720, '\0');
  ASSERT_TRUE(link_->read(here.data(), from_, there));
  const std::string all = content(from_);
  for (size_t z = 0; z < 3; ++z) {
    for (size_t y = 0; y < 10; ++y) EXPECT_EQ(here.substr(240 * z + 24 * y, 24), all.substr(1024 * z + 64 * y, 24));
  }
  const CopyRows back{
      .width = 24, .height = 10, .depth = 3, .to_pitch = 64, .from_pitch = 24, .to_slice = 1024, .from_slice = 240};
  ASSERT_TRUE(link_->fill(to_, std::string_view("\0", 1), {.width = k_bytes}));
  ASSERT_TRUE(link_->write(to_, here.data(), back));
  const std::string put = content(to_);
  EXPECT_EQ(put.substr(1024 + 64, 24), all.substr(1024 + 64, 24));
  EXPECT_EQ(put.substr(1024 + 88, 8), std::string(8, '\0')) << "what lies between rows stays";
}

TEST_F(LinkServerTest, ElementsOfAFillRepeat) {
  ASSERT_TRUE(link_->fill(to_, "abcd", {.width = 12, .height = 2, .to_pitch = 16}));
  EXPECT_EQ(content(to_).substr(0, 12), "abcdabcdabcd");
  EXPECT_EQ(content(to_).substr(16, 12), "abcdabcdabcd");
}

TEST_F(LinkServerTest, RowsThatNoMemoryHoldsAreRefused) {
  EXPECT_FALSE(link_->copy(to_, from_, {.width = 1ull << 34, .height = 1ull << 34}));
  EXPECT_FALSE(link_->copy(to_, from_, {.width = k_bytes + 1}));
  EXPECT_FALSE(link_->fill(to_, "\1", {.width = 16, .height = 3, .to_pitch = k_bytes}));
  EXPECT_TRUE(link_->copy(to_, from_, {.width = 0, .height = 1ull << 60})) << "nothing, however often, is nothing";
}

TEST_F(LinkServerTest, AfterTheCallNothingIsServed) {
  server_->end();
  EXPECT_FALSE(link_->copy(to_, from_, {.width = 4}));
  EXPECT_FALSE(link_->allocate(16, "late"));
}

}  // namespace link_server_test
}  // namespace whet
