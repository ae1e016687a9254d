#include "serve/server.h"

#include <unistd.h>

#include <cerrno>

#include "serve/mcp/session.h"
#include "serve/rpc/lines.h"

namespace whet::serve {

namespace {

constexpr size_t k_most_line_bytes = 4u << 20;

// A client that has gone away reads nothing; the end of its input ends the session.
void write_line(int descriptor, std::string line) {
  line += '\n';
  for (size_t written = 0; written < line.size();) {
    const ssize_t length = ::write(descriptor, line.data() + written, line.size() - written);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return;
    written += static_cast<size_t>(length);
  }
}

}  // namespace

void serve(const Catalogue& catalogue, const ResourceSource& resources, const CommandRunner& commands, int in,
           int out) {
  Session session(catalogue, resources, commands, [out](const std::string& line) { write_line(out, line); });
  LineReader lines(in, k_most_line_bytes);
  while (const auto line = lines.next()) {
    if (line->is_too_long)
      session.refuse_long_line();
    else
      session.receive(line->text);
  }
}

}  // namespace whet::serve
