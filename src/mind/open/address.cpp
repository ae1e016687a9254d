#include "mind/open/address.h"

#include <algorithm>
#include <charconv>

#include "util/ascii.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_address_form = "write it as https://HOST/PATH, such as openai:MODEL@https://api.example.com/v1";

// What stands between "://" and the path.
std::string_view authority_of(std::string_view address) {
  const size_t begin = address.find("://");
  if (begin == std::string_view::npos) return {};
  const std::string_view rest = address.substr(begin + 3);
  return rest.substr(0, rest.find('/'));
}

// Where the host ends in an authority: at the colon of the port, which is none of those of an IPv6 address.
size_t host_end(std::string_view authority) {
  const size_t bracket = authority.find(']');
  return std::min(authority.find(':', bracket == std::string_view::npos ? 0 : bracket), authority.size());
}

bool is_port(std::string_view text) {
  int port = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
  return problem == std::errc() && end == text.data() + text.size() && port > 0 && port < 65536;
}

bool is_host(std::string_view host) {
  const bool is_six = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (is_six) host = host.substr(1, host.size() - 2);
  return !host.empty() && std::all_of(host.begin(), host.end(), [&](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' || c == '_' ||
           (is_six && c == ':');
  });
}

bool is_plain_path(std::string_view address) {
  return std::all_of(address.begin(), address.end(), [](char c) {
    return c > ' ' && c <= '~' && std::string_view("?#\\\"<>^`{|}").find(c) == std::string_view::npos;
  });
}

}  // namespace

std::string host_of(std::string_view address) {
  const std::string_view authority = authority_of(address);
  return lower(authority.substr(0, host_end(authority)));
}

bool is_local_host(std::string_view host) {
  if (host == "localhost" || host == "[::1]") return true;
  // Four numbers: "127.evil.example" is a name.
  return host.starts_with("127.") &&
         std::all_of(host.begin(), host.end(), [](char c) { return is_digit(c) || c == '.'; });
}

Result<std::string> check_address(std::string_view text, bool allows_plain_http) {
  const bool is_plain = text.starts_with("http://");
  const std::string_view authority = authority_of(text);
  if (authority.find('@') != std::string_view::npos)
    return bad_input("the address has a user or a password in it", "--mind",
                     "write it without, and set WHET_MIND_KEY to the key");
  const size_t end = host_end(authority);
  const bool has_port = end < authority.size();
  if ((!is_plain && !text.starts_with("https://")) || !is_plain_path(text) || !is_host(authority.substr(0, end)) ||
      (has_port && !is_port(authority.substr(end + 1))))
    return bad_input("`" + std::string(text) + "` is no address of a server", "--mind", k_address_form);
  if (is_plain && !is_local_host(host_of(text)) && !allows_plain_http)
    return bad_input("`" + std::string(text) + "` is not encrypted: anybody on the way could read key and kernels",
                     "--mind", "use https://; if you trust the network, set WHET_MIND_HTTP=anywhere");
  std::string address(text);
  while (address.ends_with('/')) address.pop_back();
  return address;
}

}  // namespace whet
