// File descriptors that pass between processes over a Unix socket (SCM_RIGHTS).
#pragma once

#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet {

// Both wait until the other side has taken or sent one, or closed the socket.
Result<void> send_descriptor(int socket, int descriptor);
Result<Descriptor> receive_descriptor(int socket);

}  // namespace whet
