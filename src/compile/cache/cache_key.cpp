#include "compile/cache/cache_key.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "util/hash.h"

namespace whet {

namespace {

// Must be raised whenever the same key could mean another build: after a change of the entry's format, of the flags
// that whet adds, or of the headers that it replaces.
constexpr int k_format = 5;

// Each part has its length in front, so that different lists of parts give different texts.
class Parts {
 public:
  void add(std::string_view part) { text_.append(std::to_string(part.size())).append(":").append(part); }
  void add(const std::vector<std::string>& parts) {
    add(std::to_string(parts.size()));
    for (const std::string& part : parts) add(part);
  }
  std::string digest() const { return sha256_hex(text_); }

 private:
  std::string text_;
};

bool reads_the_clock(std::string_view text) {
  constexpr std::array<std::string_view, 3> k_words = {"__DATE__", "__TIME__", "__TIMESTAMP__"};
  return std::any_of(k_words.begin(), k_words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool names_a_file(const std::string& flag) {
  return flag.starts_with("@") || flag.starts_with("-include") || flag.starts_with("--pre-include") ||
         flag.starts_with("-optf") || flag.starts_with("--options-file") || flag.starts_with("-isysroot");
}

// The absolute path, because messages and line tables contain the file's name.
std::string place(const std::string& file) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  return error ? file : absolute.string();
}

}  // namespace

std::optional<std::string> shared_key(const CompileRequest& request, const Toolkit& toolkit,
                                      const UserHeaders& headers) {
  if (toolkit.identity.empty() || headers.computed || reads_the_clock(request.source)) return std::nullopt;
  if (std::any_of(request.extra_flags.begin(), request.extra_flags.end(), names_a_file)) return std::nullopt;
  Parts parts;
  parts.add(std::to_string(k_format));
  parts.add(toolkit.identity);
  parts.add(toolkit.include_directories);
  parts.add(request.file);
  parts.add(place(request.file));
  parts.add(request.source);
  parts.add(request.include_directories);
  parts.add(request.defines);
  parts.add(request.extra_flags);
  parts.add(request.line_info ? "lines" : "");
  parts.add(request.machine_code ? "" : "ptx alone");
  parts.add(request.host_function);
  parts.add(request.judged ? "judged" : "");
  parts.add(std::to_string(static_cast<int>(request.choice)) + (request.exact ? " exact" : ""));
  for (const UserHeader& header : headers.files) {
    if (reads_the_clock(header.content)) return std::nullopt;
    parts.add(header.path);
    parts.add(header.content);
  }
  return parts.digest();
}

std::string build_key(const std::string& shared_key, const Architecture& architecture) {
  return sha256_hex(shared_key + " " + architecture.name());
}

}  // namespace whet
