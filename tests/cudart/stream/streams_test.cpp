#include "cudart/stream/streams.h"

#include <gtest/gtest.h>

namespace whet::cudart {
namespace streams_test {

class StreamsTest : public testing::Test {
 protected:
  Stream& stream(unsigned flags = cudaStreamDefault) { return *streams_.find(streams_.create(flags, 0)); }
  Stream& default_stream() { return *streams_.find(cudaStream_t{nullptr}); }
  Event& event() { return *streams_.find(streams_.create_event(0)); }
  cudaError_t work(Stream& on, double seconds, Engine engine = Engine::compute) {
    return streams_.submit(on, {cudaGraphNodeTypeKernel, engine, [this, seconds]() -> Done {
                                  ++runs_;
                                  return {cudaSuccess, seconds};
                                }});
  }
  double at(Stream& on) {
    Event& mark = event();
    EXPECT_EQ(streams_.record(on, mark), cudaSuccess);
    return mark.at;
  }

  Streams streams_;
  int runs_ = 0;
};

TEST_F(StreamsTest, WorkOfOneStreamIsInOrder) {
  Stream& a = stream();
  EXPECT_EQ(work(a, 3, Engine::to_device), cudaSuccess);
  EXPECT_EQ(work(a, 5), cudaSuccess);
  EXPECT_EQ(at(a), 8);
}

TEST_F(StreamsTest, CopiesOverlapKernelsOfOtherStreamsAndKernelsDoNotOverlap) {
  Stream &a = stream(), &b = stream();
  EXPECT_EQ(work(a, 3, Engine::to_device), cudaSuccess);
  EXPECT_EQ(work(a, 5), cudaSuccess);
  EXPECT_EQ(work(b, 3, Engine::to_device), cudaSuccess);
  EXPECT_EQ(at(b), 6);
  EXPECT_EQ(work(b, 5), cudaSuccess);
  EXPECT_EQ(at(a), 8);
  EXPECT_EQ(at(b), 13);
}

TEST_F(StreamsTest, TheDefaultStreamWaitsForBlockingStreamsAndTheyForIt) {
  Stream &blocking = stream(), &apart = stream(cudaStreamNonBlocking);
  EXPECT_EQ(work(blocking, 4, Engine::none), cudaSuccess);
  EXPECT_EQ(work(apart, 9, Engine::none), cudaSuccess);
  EXPECT_EQ(work(default_stream(), 1, Engine::none), cudaSuccess);
  EXPECT_EQ(at(default_stream()), 5);
  EXPECT_EQ(at(blocking), 5);
  EXPECT_EQ(at(apart), 9);
}

TEST_F(StreamsTest, AStreamWaitsForAnEventOfAnother) {
  Stream &a = stream(), &b = stream();
  EXPECT_EQ(work(a, 7, Engine::none), cudaSuccess);
  Event& done = event();
  EXPECT_EQ(streams_.record(a, done), cudaSuccess);
  EXPECT_EQ(streams_.wait(b, done), cudaSuccess);
  EXPECT_EQ(at(b), 7);
}

TEST_F(StreamsTest, NothingStartsBeforeTheProgramStoppedWaiting) {
  Stream &a = stream(), &b = stream();
  EXPECT_EQ(work(a, 7, Engine::none), cudaSuccess);
  EXPECT_EQ(at(b), 0);
  EXPECT_EQ(streams_.synchronize(a), cudaSuccess);
  EXPECT_EQ(at(b), 7);
}

TEST_F(StreamsTest, ACapturedStreamRecordsAndAReplayRuns) {
  Stream& a = stream();
  EXPECT_EQ(streams_.begin_capture(a), cudaSuccess);
  EXPECT_EQ(work(a, 2), cudaSuccess);
  EXPECT_EQ(work(a, 3), cudaSuccess);
  EXPECT_EQ(streams_.synchronize(a), cudaErrorStreamCaptureUnsupported);
  std::unique_ptr<Graph> graph;
  EXPECT_EQ(streams_.end_capture(a, graph), cudaSuccess);
  EXPECT_EQ(runs_, 0);
  ASSERT_EQ(graph->nodes.size(), 2u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(streams_.launch(a, *graph), cudaSuccess);
  EXPECT_EQ(runs_, 8);
  EXPECT_EQ(at(a), 20);
}

TEST_F(StreamsTest, ACaptureFollowsEventsIntoOtherStreamsAndBack) {
  Stream &a = stream(), &b = stream();
  Event &fork = event(), &join = event();
  EXPECT_EQ(streams_.begin_capture(a), cudaSuccess);
  EXPECT_EQ(streams_.record(a, fork), cudaSuccess);
  EXPECT_EQ(streams_.wait(b, fork), cudaSuccess);
  EXPECT_EQ(work(a, 5, Engine::compute), cudaSuccess);
  EXPECT_EQ(work(b, 3, Engine::to_host), cudaSuccess);
  EXPECT_EQ(streams_.record(b, join), cudaSuccess);
  EXPECT_EQ(streams_.wait(a, join), cudaSuccess);
  EXPECT_EQ(work(a, 1, Engine::compute), cudaSuccess);
  std::unique_ptr<Graph> graph;
  EXPECT_EQ(streams_.end_capture(a, graph), cudaSuccess);
  EXPECT_EQ(graph->nodes.at(2)->after.size(), 2u);
  EXPECT_EQ(streams_.launch(a, *graph), cudaSuccess);
  EXPECT_EQ(at(a), 6);
  EXPECT_EQ(b.capture, nullptr);
}

TEST_F(StreamsTest, ABranchThatNeverComesBackIsAnError) {
  Stream &a = stream(), &b = stream();
  Event& fork = event();
  EXPECT_EQ(streams_.begin_capture(a), cudaSuccess);
  EXPECT_EQ(streams_.record(a, fork), cudaSuccess);
  EXPECT_EQ(streams_.wait(b, fork), cudaSuccess);
  EXPECT_EQ(work(b, 3), cudaSuccess);
  std::unique_ptr<Graph> graph;
  EXPECT_EQ(streams_.end_capture(a, graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(graph, nullptr);
}

TEST_F(StreamsTest, TheDefaultStreamIsBarredWhileABlockingStreamIsCaptured) {
  Stream& a = stream();
  EXPECT_EQ(streams_.begin_capture(a), cudaSuccess);
  EXPECT_EQ(work(default_stream(), 1), cudaErrorStreamCaptureImplicit);
  EXPECT_EQ(runs_, 0);
}

TEST_F(StreamsTest, HandlesThatAreGoneAreNotFound) {
  const cudaStream_t handle = streams_.create(0, 0);
  EXPECT_TRUE(streams_.destroy(handle));
  EXPECT_EQ(streams_.find(handle), nullptr);
  EXPECT_FALSE(streams_.destroy(handle));
  const cudaEvent_t mark = streams_.create_event(0);
  EXPECT_TRUE(streams_.timing_wanted());
  EXPECT_TRUE(streams_.destroy(mark));
  EXPECT_FALSE(streams_.timing_wanted());
  EXPECT_EQ(streams_.find(mark), nullptr);
}

}  // namespace streams_test
}  // namespace whet::cudart
