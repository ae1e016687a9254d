// A key that is sent to a server and must appear nowhere else.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "util/result.h"

namespace whet {

// It converts to no text and cannot be written to a stream; its bytes are cleared when the last copy goes. Whoever
// needs the text must ask for it by name.
class SecretKey {
 public:
  SecretKey() = default;  // no key
  // Refuses what cannot stand in a header: nothing, spaces within, characters that are not printable ASCII. `where`
  // names the source; an error never repeats the text.
  static Result<SecretKey> from_text(std::string_view text, const std::string& where);

  bool is_empty() const { return !text_; }
  // For the one place that writes the header.
  std::string_view reveal() const;
  // The text without the key and without longer parts of it: servers repeat what they were sent.
  std::string scrubbed(std::string_view text) const;

  friend std::ostream& operator<<(std::ostream&, const SecretKey&) = delete;

 private:
  std::shared_ptr<const std::string> text_;
};

}  // namespace whet
