// Streams and events. Work is done when it is submitted, in the program's order, which every stream's order allows, or
// later and in any other order that they allow (late_work.h); what streams change beside that is modelled time, and the
// graphs recorded from them.
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
  bool blocking = true;  // waits for the default stream, and that for it
  int priority = 0;
  uint64_t id = 0;
  double ready = 0;                  // when all its work is done
  LateWork::Ticket last = 0;         // of its work, where that may be late
  std::shared_ptr<Capture> capture;  // while it is recorded
  std::vector<size_t> tail;          // of the capture's graph: what the next node follows
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;  // hints
};

struct Event {
  bool timed = true;
  bool recorded = false;
  double at = 0;
  LateWork::Ticket ticket = 0;       // of its record, where that may be late
  std::shared_ptr<Capture> capture;  // it stands for a place in a graph being recorded
  std::vector<size_t> tail;
};

class Streams {
 public:
  // 0, the special handles and those made here; nullptr for anything else.
  Stream* find(cudaStream_t handle);
  cudaStream_t create(unsigned flags, int priority);
  bool destroy(cudaStream_t handle);
  Event* find(cudaEvent_t handle);
  cudaEvent_t create_event(unsigned flags);
  bool destroy(cudaEvent_t handle);
  // Some event may ask how long work took.
  bool timing_wanted() const { return timed_events_ > 0; }

  // From now on work may be done late; by the seed.
  void be_late(uint64_t seed) { late_.begin(seed); }
  bool are_late() const { return late_.is_on(); }
  // Does the work, or records it while the stream is captured. `at_once`: it is done when this returns.
  cudaError_t submit(Stream& stream, Work work, bool at_once = true);
  cudaError_t launch(Stream& stream, const Graph& graph);
  cudaError_t record(Stream& stream, Event& event);
  cudaError_t wait(Stream& stream, const Event& event);

  // The program waits for all of the stream's, of the event's, of everyone's work.
  cudaError_t synchronize(Stream& stream);
  cudaError_t synchronize(const Event& event);
  cudaError_t synchronize();

  // Late work is done, without the program waiting for it in modelled time: of the stream, of the event, all.
  void catch_up(const Stream& stream);
  void catch_up(const Event& event) { late_.finish(event.ticket); }
  void catch_up() { late_.finish_all(); }

  cudaError_t begin_capture(Stream& stream);
  // The graph recorded since.
  cudaError_t end_capture(Stream& stream, std::unique_ptr<Graph>& graph);

 private:
  double start_of(const Stream& stream) const;
  cudaError_t carry_out(Stream& stream, const Work& work);
  LateWork::Ticket add_late(Stream& stream, std::function<void()> work, std::vector<LateWork::Ticket> after = {});
  std::vector<LateWork::Ticket> before(const Stream& stream) const;
  // What late work came to since it was last asked.
  cudaError_t late_error() { return std::exchange(late_error_, cudaSuccess); }
  bool is_default(const Stream& stream) const { return &stream == &default_; }
  // The default stream would wait for one that is being recorded.
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
