// Messages over a blocking socket or pipe.
#pragma once

#include <optional>

#include "judge/process/message.h"

namespace whet {

Result<void> send_message(int descriptor, const Message& message);
// Returns nothing if the other side has closed.
Result<std::optional<Message>> receive_message(int descriptor, const MessageLimits& limits);

}  // namespace whet
