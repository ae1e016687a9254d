// The address of a server: which ones a key may be sent to.
#pragma once

#include <string>
#include <string_view>

#include "util/result.h"

namespace whet {

// The host of an address that was checked: "api.openai.com", "127.0.0.1", "[::1]".
std::string host_of(std::string_view address);
// The host is this machine.
bool is_local_host(std::string_view host);

// https://HOST[:PORT][/PATH], or http:// where that is safe or allowed; without a slash at the end.
Result<std::string> check_address(std::string_view text, bool allows_plain_http);

}  // namespace whet
