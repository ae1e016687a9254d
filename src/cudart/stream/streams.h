// Streams and events. Work is done when it is submitted, in the program's order, which every stream's order allows;
// what streams change is modelled time, and the graphs recorded from them.
#pragma once

#include <driver_types.h>

#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "cudart/stream/graph.h"
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
  std::shared_ptr<Capture> capture;  // while it is recorded
  std::vector<size_t> tail;          // of the capture's graph: what the next node follows
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;  // hints
};

struct Event {
  bool timed = true;
  bool recorded = false;
  double at = 0;
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

  // Does the work, or records it while the stream is captured.
  cudaError_t submit(Stream& stream, Work work);
  cudaError_t launch(Stream& stream, const Graph& graph);
  cudaError_t record(Stream& stream, Event& event);
  cudaError_t wait(Stream& stream, const Event& event);

  // The program waits for all of the stream's, of the event's, of everyone's work.
  cudaError_t synchronize(Stream& stream);
  cudaError_t synchronize(const Event& event);
  cudaError_t synchronize();

  cudaError_t begin_capture(Stream& stream);
  // The graph recorded since.
  cudaError_t end_capture(Stream& stream, std::unique_ptr<Graph>& graph);

 private:
  double start_of(const Stream& stream) const;
  bool is_default(const Stream& stream) const { return &stream == &default_; }
  // The default stream would wait for one that is being recorded.
  bool default_is_hindered(const Stream& stream) const;
  template <typename Visit>
  void for_each(const Visit& visit) const;

  Timeline timeline_;
  Stream default_;
  std::map<std::thread::id, Stream> of_threads_;
  std::map<cudaStream_t, std::unique_ptr<Stream>> created_;
  std::map<cudaEvent_t, std::unique_ptr<Event>> events_;
  int timed_events_ = 0;
  uint64_t last_id_ = 2;
};

}  // namespace whet::cudart
