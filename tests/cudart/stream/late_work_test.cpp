// Work that is done late: in any order that streams and events allow, and in no other.
#include "cudart/stream/late_work.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "cudart/stream/streams.h"

namespace whet::cudart {
namespace late_work_test {

class LateStreams {
 public:
  explicit LateStreams(uint64_t seed) { streams.be_late(seed); }
  Stream& stream(unsigned flags = cudaStreamNonBlocking) { return *streams.find(streams.create(flags, 0)); }
  Stream& default_stream() { return *streams.find(cudaStream_t{nullptr}); }
  Event& event() { return *streams.find(streams.create_event(cudaEventDisableTiming)); }
  void work(Stream& on, char name, cudaError_t error = cudaSuccess) {
    EXPECT_EQ(streams.submit(on,
                             {cudaGraphNodeTypeKernel, Engine::compute,
                              [this, name, error]() -> Done {
                                order += name;
                                return {error, 0};
                              }},
                             false),
              cudaSuccess);
  }
  std::string order;
  Streams streams;
};

// The orders that come about over many seeds.
template <typename Program>
std::set<std::string> orders(const Program& program) {
  std::set<std::string> seen;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    LateStreams late(seed);
    program(late);
    EXPECT_EQ(late.streams.synchronize(), cudaSuccess);
    seen.insert(late.order);
  }
  return seen;
}

TEST(LateWork, StreamsWithoutAnEventComeInAnyOrder) {
  const auto seen = orders([](LateStreams& late) {
    Stream &a = late.stream(), &b = late.stream();
    late.work(a, 'a');
    late.work(b, 'b');
  });
  EXPECT_EQ(seen, (std::set<std::string>{"ab", "ba"}));
}

TEST(LateWork, AnEventOrdersTwoStreams) {
  const auto seen = orders([](LateStreams& late) {
    Stream &a = late.stream(), &b = late.stream();
    Event& done = late.event();
    late.work(a, 'a');
    EXPECT_EQ(late.streams.record(a, done), cudaSuccess);
    EXPECT_EQ(late.streams.wait(b, done), cudaSuccess);
    late.work(b, 'b');
  });
  EXPECT_EQ(seen, std::set<std::string>{"ab"});
}

TEST(LateWork, WorkOfOneStreamIsInOrder) {
  const auto seen = orders([](LateStreams& late) {
    Stream& a = late.stream();
    for (const char name : {'1', '2', '3'}) late.work(a, name);
  });
  EXPECT_EQ(seen, std::set<std::string>{"123"});
}

TEST(LateWork, TheDefaultStreamIsBetweenBlockingStreamsAndNotBetweenOthers) {
  const auto blocking = orders([](LateStreams& late) {
    Stream& a = late.stream(cudaStreamDefault);
    late.work(a, '1');
    late.work(late.default_stream(), 'd');
    late.work(a, '2');
  });
  EXPECT_EQ(blocking, std::set<std::string>{"1d2"});
  const auto apart = orders([](LateStreams& late) {
    Stream& a = late.stream();
    late.work(a, '1');
    late.work(late.default_stream(), 'd');
  });
  EXPECT_EQ(apart.size(), 2u);
}

TEST(LateWork, WhoWaitsFindsItsWorkDoneAndOthersPerhapsNot) {
  bool others_were_late = false;
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    LateStreams late(seed);
    Stream &a = late.stream(), &b = late.stream();
    late.work(b, 'b');
    late.work(a, 'a');
    EXPECT_EQ(late.streams.synchronize(a), cudaSuccess);
    EXPECT_NE(late.order.find('a'), std::string::npos);
    others_were_late |= late.order.find('b') == std::string::npos;
  }
  EXPECT_TRUE(others_were_late);
}

TEST(LateWork, AFailureIsToldWhereTheProgramWaits) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    LateStreams late(seed);
    late.work(late.stream(), 'a', cudaErrorInvalidValue);
    EXPECT_EQ(late.streams.synchronize(), cudaErrorInvalidValue);
    EXPECT_EQ(late.streams.synchronize(), cudaSuccess) << "once";
  }
}

TEST(LateWork, AStreamThatGoesIsFinishedFirst) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    LateStreams late(seed);
    const cudaStream_t handle = late.streams.create(cudaStreamNonBlocking, 0);
    late.work(*late.streams.find(handle), 'a');
    EXPECT_TRUE(late.streams.destroy(handle));
    EXPECT_EQ(late.order, "a");
  }
}

// A program that polls memory makes no call that would have the work done.
TEST(LateWork, NothingWaitsForEver) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    LateStreams late(seed);
    late.work(late.stream(), 'a');
    late.work(late.stream(), 'b');
    late.streams.catch_up_with_old();
    late.streams.catch_up_with_old();
    EXPECT_EQ(late.order.size(), 2u);
  }
}

}  // namespace late_work_test
}  // namespace whet::cudart
