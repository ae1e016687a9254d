#include "environment/curl_probe.h"

#include <algorithm>

namespace whet {

namespace {

constexpr Package k_curl_package{"libcurl4", "libcurl", "libcurl4", "curl"};
// Those that mind/http/curl_library.cpp opens, in its order.
constexpr const char* k_curl_names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};

// "libcurl/8.14.1 OpenSSL/3.5.1 zlib/1.3.1" -> version and the rest.
void read_version(const std::string& text, Probe& probe) {
  const size_t slash = text.find('/'), space = std::min(text.find(' '), text.size());
  if (slash < space) probe.version = text.substr(slash + 1, space - slash - 1);
  if (space < text.size()) probe.detail = text.substr(space + 1);
}

}  // namespace

Probe curl_probe(const Machine& machine, const Host& host) {
  Probe probe = begin_probe("libcurl");
  probe.mend = install_command(host, k_curl_package);
  std::string why_not;
  void* library = nullptr;
  for (const char* name : k_curl_names) library = library ? library : machine.libraries.open(name, why_not);
  if (!library) return probe;
  probe.path = machine.libraries.path(library);
  const auto version_of = reinterpret_cast<const char* (*)()>(machine.libraries.symbol(library, "curl_version"));
  const char* const version = version_of ? version_of() : nullptr;
  if (!version || !machine.libraries.symbol(library, "curl_multi_perform")) {
    probe.detail = "it opens and is not libcurl, or too old";
    return probe;
  }
  read_version(version, probe);
  probe.status = ProbeStatus::found;
  probe.mend.clear();
  return probe;
}

}  // namespace whet
