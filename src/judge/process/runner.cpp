#include "judge/process/runner.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <thread>

#include "device/device_link.h"
#include "device/host_module.h"
#include "judge/process/device_protocol.h"
#include "judge/process/device_server.h"
#include "judge/process/message_stream.h"
#include "judge/process/runner_settings.h"
#include "judge/sandbox/sandbox.h"
#include "util/system/child_process.h"
#include "util/system/descriptor.h"

namespace whet {

namespace {

// The judge is trusted; these limits only protect against a garbled stream.
constexpr MessageLimits k_runner_request_limits{16 << 20, 1 << 16, 1ull << 40};

// Ends this process when the judge disappears during a call that never ends. The parent-death signal would not do: it
// is sent when the thread that started us ends, not the process.
void end_with(int socket) {
  ::prctl(PR_SET_NAME, "watch");
  pollfd watched{socket, 0, 0};
  while (::poll(&watched, 1, -1) < 0 || !(watched.revents & (POLLHUP | POLLERR))) {
  }
  ::_exit(0);
}

// When memory runs out, the kernel should kill the candidate, not the judge.
void offer_to_memory_killer() {
  const Descriptor file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (file.is_open()) (void)!::write(file.number(), "1000", 4);
}

struct Started {
  ServedDevice device;
  SandboxLevel level;
};

// Files are closed before the device is opened, because its threads inherit that; system calls after, because opening
// needs some.
Result<Started> start(const RunnerSettings& settings, int socket, const Knowledge& knowledge) {
  Started started;
  offer_to_memory_killer();
  SandboxLimits limits;
  if (virtual_gpu_name(settings.device.device)) limits.address_bytes = address_limit(settings);
  if (settings.sandbox) TRY_VOID(confine_process(settings.directory, limits, started.level));
  TRY(device, ServedDevice::open(settings.device, knowledge));
  started.device = std::move(device);
  std::thread(end_with, socket).detach();
  if (settings.sandbox) TRY_VOID(close_system_calls(started.level));
  return started;
}

// An exception of the standard library as a message to the judge.
std::string sentence_of(const std::exception& exception) {
  const bool is_memory =
      dynamic_cast<const std::bad_alloc*>(&exception) || dynamic_cast<const std::length_error*>(&exception);
  return is_memory ? "the candidate asks for more memory than its runner may have"
                   : std::string("the runner could not go on: ") + exception.what();
}

// An exception here means that memory ran out, or a bug; either way the candidate is blamed.
Message answer_safely(DeviceServer& server, const Message& request) {
  Message message;
  try {
    return server.answer(request);
  } catch (const std::exception& exception) {
    message.head["error"] = to_json(failed(sentence_of(exception)));
    message.head["lost"] = exception.what();
  }
  if (const Json* id = request.head.find("id")) message.head["id"] = *id;
  return message;
}

// The same; the host code gets the error.
bool served_safely(DeviceServer& server, int link) {
  try {
    return server.serve_link(link);
  } catch (const std::exception& exception) {
    return send_frame(link, refusal(failed(sentence_of(exception))));
  }
}

}  // namespace

Result<void> run_runner(int socket, const SharedMemory& window, const Knowledge& knowledge) {
  TRY(opening, receive_message(socket, k_runner_request_limits));
  if (!opening) return {};
  TRY(settings, runner_settings_from(opening->head));
  auto started = start(settings, socket, knowledge);
  Message reply;
  if (started) {
    reply.head["facts"] = to_json(started->device.device().facts());
    reply.head["sandbox"] = to_json(started->level);
  } else {
    reply.head["error"] = to_json(started.error());
  }
  if (const Json* id = opening->head.find("id")) reply.head["id"] = *id;
  TRY_VOID(send_message(socket, reply));
  if (!started) return {};
  ::unsetenv("WHET_KNOWLEDGE");  // foreign code should find nothing that names its judge
  HostModule::allow_in_this_process(settings.directory);
  DeviceServer server(std::move(started->device), window.bytes());
  int link = settings.link && !settings.device.host_code ? k_child_link : -1;
  while (true) {
    pollfd watched[2] = {{socket, POLLIN, 0}, {link, POLLIN, 0}};
    if (link >= 0 && ::poll(watched, 2, -1) < 0) continue;
    if (watched[1].revents && !served_safely(server, link)) link = -1;
    if (link >= 0 && !watched[0].revents) continue;
    TRY(request, receive_message(socket, k_runner_request_limits));
    if (!request) return {};
    TRY_VOID(send_message(socket, answer_safely(server, *request)));
  }
}

}  // namespace whet
