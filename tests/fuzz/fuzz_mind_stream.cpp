// Any bytes, in pieces of any size, as the stream of a language model: the events do not depend on the pieces, and an
// answer is complete only after an event.
#include <algorithm>
#include <string>
#include <vector>

#include "fuzz_input.h"
#include "mind/protocol/protocol.h"
#include "mind/retry/retry_after.h"

namespace {

using namespace whet;

struct Read {
  std::vector<std::string> events;
  bool is_complete = false, is_refused = false;
  MindAnswer answer;

  bool operator==(const Read& other) const {
    return events == other.events && is_complete == other.is_complete && is_refused == other.is_refused &&
           answer.text == other.answer.text && answer.usage == other.answer.usage;
  }
};

Read read_stream(const Protocol& protocol, std::string_view bytes, size_t piece) {
  constexpr size_t k_largest_event = 4096;
  Read read;
  EventStream stream(k_largest_event);
  const auto reader = protocol.reader();
  while (!bytes.empty() && !read.is_refused) {
    const auto added = stream.add(bytes.substr(0, piece), [&](const ServerEvent& event) {
      fuzz::require(event.data.size() <= k_largest_event);
      read.events.push_back(event.type + "\n" + event.data);
      return reader->take(event);
    });
    if (!added) fuzz::require_clear(added.error());
    read.is_refused = !added.ok();
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  read.is_complete = reader->is_complete;
  read.answer = reader->answer;
  fuzz::require(read.answer.usage.input >= 0 && read.answer.usage.cache_read >= 0 && read.answer.usage.output >= 0);
  return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0 || size > fuzz::k_largest_input) return -1;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (const Protocol* protocol : {&anthropic_protocol(), &openai_protocol()}) {
    const Read whole = read_stream(*protocol, bytes, bytes.size() + 1);
    fuzz::require(whole == read_stream(*protocol, bytes, 1));
    fuzz::require(whole == read_stream(*protocol, bytes, 1 + size_t{data[0]}));
    if (whole.is_complete) fuzz::require(!whole.events.empty());
    if (whole.is_complete && protocol == &openai_protocol())
      fuzz::require(bytes.find("[DONE]") != std::string_view::npos);
    if (const auto json = Json::parse(bytes)) (void)protocol->complaint(*json);
  }
  (void)read_retry_after(bytes, 0);
  return 0;
}
