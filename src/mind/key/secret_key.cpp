#include "mind/key/secret_key.h"

#include <algorithm>
#include <cstring>

#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_longest_key = 4096;
// A shorter part of a key does not help anybody who finds it, and may be an ordinary word.
constexpr size_t k_telling_part = 8;

std::shared_ptr<const std::string> cleared_at_the_end(std::string_view text) {
  return {new std::string(text), [](std::string* key) {
            ::explicit_bzero(key->data(), key->size());
            delete key;
          }};
}

// How many characters of `text`, from its start, also follow each other somewhere in the key.
size_t shared_part(std::string_view text, std::string_view key, size_t at_least) {
  if (text.size() < at_least || key.find(text.substr(0, at_least)) == std::string_view::npos) return 0;
  size_t length = at_least;
  while (length < text.size() && key.find(text.substr(0, length + 1)) != std::string_view::npos) ++length;
  return length;
}

}  // namespace

Result<SecretKey> SecretKey::from_text(std::string_view text, const std::string& where) {
  const std::string_view key = trim(text);
  if (key.empty()) return bad_input("the key is empty", where, "put the key there and nothing else");
  const bool is_plain = std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (!is_plain || key.size() > k_longest_key)
    return bad_input("this is no key: a key is one word of printable ASCII", where,
                     "put the key there and nothing else");
  SecretKey made;
  made.text_ = cleared_at_the_end(key);
  return made;
}

std::string_view SecretKey::reveal() const {
  return text_ ? std::string_view(*text_) : std::string_view();
}

std::string SecretKey::scrubbed(std::string_view text) const {
  if (!text_) return std::string(text);
  const size_t at_least = std::min(text_->size(), k_telling_part);
  std::string clean;
  while (!text.empty()) {
    const size_t length = shared_part(text, *text_, at_least);
    clean += length > 0 ? std::string_view("(key)") : text.substr(0, 1);
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return clean;
}

}  // namespace whet
