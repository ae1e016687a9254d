// Streams and events. Work is done when it is submitted, in the program's order, which satisfies the order of every
// stream, or later in any other order that streams allow (late_work.h). Apart from that, streams affect only modelled
// time and the graphs captured from them.
#pragma once

#include <driver_types.h>

#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "cudart/stream/graph.h"
#include "cudart/stream/late_work.h"
#include "cudart/stream/timeline.h"

namespace whet::cudart {

struct Stream;

struct Capture {
  std::unique_ptr<Graph> graph = std::make_unique<Graph>();
  Stream* origin = nullptr;
  uint64_t id = 0;
};

struct Stream {
  bool blocking = true;  // it and the default stream wait for each other
  int priority = 0;
  uint64_t id = 0;
  double ready = 0;                  // when all its work is done
  LateWork::Ticket last = 0;         // of its last work, where that may be late
  std::shared_ptr<Capture> capture;  // set while the stream is captured
  std::vector<size_t> tail;          // nodes of the captured graph on which the next node depends
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;  // hints
};

struct Event {
  bool timed = true;
  bool recorded = false;
  double at = 0;
  LateWork::Ticket ticket = 0;       // of its record, where that may be late
  std::shared_ptr<Capture> capture;  // set if it was recorded in a stream that was being captured
  std::vector<size_t> tail;
};

class Streams {
 public:
  // Accepts 0, CUDA's special handles and streams made here; nullptr for anything else.
  Stream* find(cudaStream_t handle);
  cudaStream_t create(unsigned flags, int priority);
  bool destroy(cudaStream_t handle);
  Event* find(cudaEvent_t handle);
  cudaEvent_t create_event(unsigned flags);
  bool destroy(cudaEvent_t handle);
  // Whether there is an event that records time.
  bool timing_wanted() const { return timed_events_ > 0; }

  // From now on work may be done late, as the seed decides.
  void be_late(uint64_t seed) { late_.begin(seed); }
  bool are_late() const { return late_.is_on(); }
  // Does the work, or adds it to the graph while the stream is captured. `at_once`: it is done when this returns.
  cudaError_t submit(Stream& stream, Work work, bool at_once = true);
  cudaError_t launch(Stream& stream, const Graph& graph);
  cudaError_t record(Stream& stream, Event& event);
  cudaError_t wait(Stream& stream, const Event& event);

  // The program waits for all work of the stream, before the event, or of all streams.
  cudaError_t synchronize(Stream& stream);
  cudaError_t synchronize(const Event& event);
  cudaError_t synchronize();

  // Late work is done, without the program waiting for it in modelled time: of the stream, of the event, all.
  void catch_up(const Stream& stream);
  void catch_up(const Event& event) { late_.finish(event.ticket); }
  void catch_up() { late_.finish_all(); }
  void catch_up_with_old() { late_.finish_old(); }

  cudaError_t begin_capture(Stream& stream);
  // Returns the captured graph.
  cudaError_t end_capture(Stream& stream, std::unique_ptr<Graph>& graph);

 private:
  double start_of(const Stream& stream) const;
  cudaError_t carry_out(Stream& stream, const Work& work);
  LateWork::Ticket add_late(Stream& stream, std::function<void()> work, std::vector<LateWork::Ticket> after = {});
  std::vector<LateWork::Ticket> before(const Stream& stream) const;
  // What late work came to since it was last asked.
  cudaError_t late_error() { return std::exchange(late_error_, cudaSuccess); }
  bool is_default(const Stream& stream) const { return &stream == &default_; }
  // Whether this is the default stream and would have to wait for a stream that is being captured.
  bool default_is_hindered(const Stream& stream) const;
  template <typename Visit>
  void for_each(const Visit& visit) const;

  Timeline timeline_;
  LateWork late_;
  cudaError_t late_error_ = cudaSuccess;
  Stream default_;
  std::map<std::thread::id, Stream> of_threads_;
  std::map<cudaStream_t, std::unique_ptr<Stream>> created_;
  std::map<cudaEvent_t, std::unique_ptr<Event>> events_;
  int timed_events_ = 0;
  uint64_t last_id_ = 2;
};

}  // namespace whet::cudart
