#include "cudart/stream/streams.h"

#include <algorithm>

namespace whet::cudart {

namespace {

// The values of cudaStreamLegacy and cudaStreamPerThread.
constexpr uintptr_t k_legacy = 1, k_per_thread = 2;

void append(std::vector<size_t>& to, const std::vector<size_t>& from) {
  for (const size_t node : from) {
    if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
  }
}

}  // namespace

template <typename Visit>
void Streams::for_each(const Visit& visit) const {
  for (const auto& [handle, stream] : created_) visit(*stream);
  for (const auto& [thread, stream] : of_threads_) visit(stream);
}

Stream* Streams::find(cudaStream_t handle) {
  const auto number = reinterpret_cast<uintptr_t>(handle);
  if (number == 0 || number == k_legacy) return &default_;
  if (number == k_per_thread) return &of_threads_[std::this_thread::get_id()];
  const auto found = created_.find(handle);
  return found == created_.end() ? nullptr : found->second.get();
}

cudaStream_t Streams::create(unsigned flags, int priority) {
  auto stream = std::make_unique<Stream>();
  stream->blocking = !(flags & cudaStreamNonBlocking);
  stream->priority = priority;
  stream->id = ++last_id_;
  const auto handle = reinterpret_cast<cudaStream_t>(stream.get());
  created_[handle] = std::move(stream);
  return handle;
}

bool Streams::destroy(cudaStream_t handle) {
  catch_up();
  return created_.erase(handle) > 0;
}

Event* Streams::find(cudaEvent_t handle) {
  const auto found = events_.find(handle);
  return found == events_.end() ? nullptr : found->second.get();
}

cudaEvent_t Streams::create_event(unsigned flags) {
  auto event = std::make_unique<Event>();
  event->timed = !(flags & cudaEventDisableTiming);
  timed_events_ += event->timed;
  const auto handle = reinterpret_cast<cudaEvent_t>(event.get());
  events_[handle] = std::move(event);
  return handle;
}

bool Streams::destroy(cudaEvent_t handle) {
  const Event* const event = find(handle);
  if (!event) return false;
  catch_up();
  timed_events_ -= event->timed;
  events_.erase(handle);
  return true;
}

double Streams::start_of(const Stream& stream) const {
  double start = std::max(stream.ready, timeline_.now());
  if (is_default(stream)) {
    for_each([&](const Stream& other) {
      if (other.blocking) start = std::max(start, other.ready);
    });
  } else if (stream.blocking) {
    start = std::max(start, default_.ready);
  }
  return start;
}

bool Streams::default_is_hindered(const Stream& stream) const {
  bool hindered = false;
  for_each([&](const Stream& other) { hindered |= other.blocking && other.capture != nullptr; });
  return hindered && is_default(stream);
}

std::vector<LateWork::Ticket> Streams::before(const Stream& stream) const {
  std::vector<LateWork::Ticket> tickets = {stream.last};
  if (is_default(stream)) {
    for_each([&](const Stream& other) {
      if (other.blocking) tickets.push_back(other.last);
    });
  } else if (stream.blocking) {
    tickets.push_back(default_.last);
  }
  return tickets;
}

LateWork::Ticket Streams::add_late(Stream& stream, std::function<void()> work, std::vector<LateWork::Ticket> after) {
  const std::vector<LateWork::Ticket> own = before(stream);
  after.insert(after.end(), own.begin(), own.end());
  stream.last = late_.add(std::move(work), after);
  return stream.last;
}

void Streams::catch_up(const Stream& stream) {
  for (const LateWork::Ticket ticket : before(stream)) late_.finish(ticket);
}

cudaError_t Streams::carry_out(Stream& stream, const Work& work) {
  const double start = start_of(stream);
  const Done done = work.run();
  if (done.error == cudaSuccess) stream.ready = timeline_.occupy(work.engine, start, done.seconds);
  return done.error;
}

cudaError_t Streams::submit(Stream& stream, Work work, bool at_once) {
  if (stream.capture) {
    stream.tail = {stream.capture->graph->add(std::move(work), stream.tail)};
    return cudaSuccess;
  }
  if (default_is_hindered(stream)) return cudaErrorStreamCaptureImplicit;
  if (!late_.is_on() || at_once) {
    catch_up(stream);
    return carry_out(stream, work);
  }
  const LateWork::Ticket ticket = add_late(stream, [this, &stream, work = std::move(work)] {
    const cudaError_t error = carry_out(stream, work);
    if (late_error_ == cudaSuccess) late_error_ = error;
  });
  if (late_.hurries()) late_.finish(ticket);
  return cudaSuccess;
}

cudaError_t Streams::launch(Stream& stream, const Graph& graph) {
  if (stream.capture) {
    Graph& recorded = *stream.capture->graph;
    const size_t place = recorded.add({.type = cudaGraphNodeTypeGraph}, stream.tail);
    recorded.nodes[place]->child = graph.clone();
    stream.tail = {place};
    return cudaSuccess;
  }
  catch_up(stream);
  const Replay done = replay(graph, timeline_, start_of(stream), [this](cudaEvent_t event) { return find(event); });
  if (done.error == cudaSuccess) stream.ready = done.done;
  return done.error;
}

cudaError_t Streams::record(Stream& stream, Event& event) {
  event.capture = stream.capture;
  event.tail = stream.tail;
  if (stream.capture) return cudaSuccess;
  if (default_is_hindered(stream)) return cudaErrorStreamCaptureImplicit;
  event.recorded = true;
  if (late_.is_on())
    event.ticket = add_late(stream, [this, &stream, &event] { event.at = start_of(stream); });
  else
    event.at = start_of(stream);
  return cudaSuccess;
}

cudaError_t Streams::wait(Stream& stream, const Event& event) {
  if (event.capture && event.capture->graph) {
    if (stream.capture && stream.capture != event.capture) return cudaErrorStreamCaptureMerge;
    stream.capture = event.capture;
    append(stream.tail, event.tail);
    return cudaSuccess;
  }
  if (stream.capture) return event.recorded ? cudaErrorStreamCaptureIsolation : cudaSuccess;
  const auto wait_for = [this, &stream, &event] { stream.ready = std::max(start_of(stream), event.at); };
  if (event.recorded && late_.is_on())
    add_late(stream, wait_for, {event.ticket});
  else if (event.recorded)
    wait_for();
  return cudaSuccess;
}

cudaError_t Streams::synchronize(Stream& stream) {
  if (stream.capture) return cudaErrorStreamCaptureUnsupported;
  catch_up(stream);
  timeline_.wait_until(start_of(stream));
  return late_error();
}

cudaError_t Streams::synchronize(const Event& event) {
  if (event.capture && event.capture->graph) return cudaErrorCapturedEvent;
  catch_up(event);
  timeline_.wait_until(event.at);
  return late_error();
}

cudaError_t Streams::synchronize() {
  catch_up();
  bool captured = false;
  for_each([&](const Stream& stream) {
    captured |= stream.capture != nullptr;
    timeline_.wait_until(stream.ready);
  });
  timeline_.wait_until(default_.ready);
  return captured ? cudaErrorStreamCaptureUnsupported : late_error();
}

cudaError_t Streams::begin_capture(Stream& stream) {
  if (is_default(stream)) return cudaErrorStreamCaptureUnsupported;
  if (stream.capture) return cudaErrorIllegalState;
  stream.capture = std::make_shared<Capture>();
  stream.capture->origin = &stream;
  stream.capture->id = ++last_id_;
  stream.tail.clear();
  return cudaSuccess;
}

cudaError_t Streams::end_capture(Stream& stream, std::unique_ptr<Graph>& graph) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (!capture) return cudaErrorIllegalState;
  if (capture->origin != &stream) return cudaErrorStreamCaptureUnmatched;
  const std::set<size_t> joined = capture->graph->with_all_before(stream.tail);
  const bool all_joined = joined.size() == capture->graph->nodes.size();
  const auto leave = [&](Stream& other) {
    if (other.capture != capture) return;
    other.capture = nullptr;
    other.tail.clear();
  };
  for (auto& [handle, other] : created_) leave(*other);
  for (auto& [thread, other] : of_threads_) leave(other);
  if (!all_joined) return cudaErrorStreamCaptureUnjoined;
  graph = std::move(capture->graph);
  return cudaSuccess;
}

}  // namespace whet::cudart
