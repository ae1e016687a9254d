#include "judge/process/message.h"

#include <algorithm>
#include <cstring>

#include "util/text.h"

namespace whet {

namespace {

constexpr uint64_t k_first_room = 8 << 20;  // allocated at once; longer parts grow as they arrive

Error refused(std::string what) {
  return bad_input(std::move(what), "a message between processes");
}

Result<std::vector<uint64_t>> blob_sizes(const Json& head, const MessageLimits& limits) {
  std::vector<uint64_t> sizes;
  const Json* listed = head.find("blobs");
  if (!listed) return sizes;
  const Json::Array* items = listed->as_array();
  if (!items) return refused("`blobs` is no list of sizes");
  if (items->size() > limits.blobs) return refused("a message with " + std::to_string(items->size()) + " blobs");
  uint64_t left = limits.blob_bytes;
  for (const Json& item : *items) {
    const int64_t* size = item.as_integer();
    if (!size || *size < 0) return refused("`blobs` holds something that is no size");
    const auto bytes = static_cast<uint64_t>(*size);
    if (bytes > left) return refused("blobs of more than " + format_bytes(static_cast<double>(limits.blob_bytes)));
    left -= bytes;
    sizes.push_back(bytes);
  }
  return sizes;
}

}  // namespace

std::string encode_head(Json head, std::span<const std::string_view> blobs) {
  if (!blobs.empty()) head["blobs"] = json_array(blobs, [](std::string_view blob) { return Json(blob.size()); });
  const std::string text = head.dump(-1);
  const auto length = static_cast<uint32_t>(text.size());
  std::string encoded(sizeof length, '\0');
  std::memcpy(encoded.data(), &length, sizeof length);
  return encoded + text;
}

MessageReader::MessageReader(const MessageLimits& limits) : limits_(limits) {
  expect(sizeof(uint32_t));
}

void MessageReader::expect(uint64_t bytes) {
  bytes_.clear();
  expected_ = bytes;
  got_ = 0;
}

std::span<char> MessageReader::room() {
  if (got_ == bytes_.size()) bytes_.resize(std::min(expected_, std::max(k_first_room, 2 * got_)));
  return {bytes_.data() + got_, bytes_.size() - got_};
}

Result<void> MessageReader::filled(uint64_t bytes) {
  got_ += bytes;
  return got_ == expected_ ? finish_part() : Result<void>();
}

Result<void> MessageReader::finish_part() {
  if (part_ == Part::length) {
    uint32_t length = 0;
    std::memcpy(&length, bytes_.data(), sizeof length);
    if (length == 0 || length > limits_.head_bytes) return refused("a head of " + std::to_string(length) + " bytes");
    part_ = Part::head;
    expect(length);
  } else if (part_ == Part::head) {
    TRY_VOID(read_head());
    part_ = Part::blobs;
    next_blob();
  } else {
    message_.blobs.push_back(std::move(bytes_));
    next_blob();
  }
  return {};
}

Result<void> MessageReader::read_head() {
  TRY(head, Json::parse(bytes_));
  if (!head.as_object()) return refused("a head that is no object");
  TRY(sizes, blob_sizes(head, limits_));
  sizes_ = std::move(sizes);
  message_.head = std::move(head);
  return {};
}

// Empty blobs are complete without reading.
void MessageReader::next_blob() {
  while (message_.blobs.size() < sizes_.size() && sizes_[message_.blobs.size()] == 0) message_.blobs.emplace_back();
  if (message_.blobs.size() == sizes_.size())
    part_ = Part::done;
  else
    expect(sizes_[message_.blobs.size()]);
}

}  // namespace whet
