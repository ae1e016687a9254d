#include "serve/command/command_run.h"

#include <poll.h>
#include <unistd.h>

#include <array>

#include "serve/rpc/lines.h"
#include "util/text/json.h"

extern char** environ;

namespace whet::serve {

namespace {

constexpr std::chrono::milliseconds k_between_looks{20};
constexpr std::chrono::milliseconds k_patience{3000};  // for a child that was asked to end
constexpr size_t k_most_output_bytes = 16u << 20;      // of one stream
constexpr size_t k_most_companion_bytes = 4u << 20;    // of one line

// Reads what one descriptor has ready.
class Stream {
 public:
  explicit Stream(int descriptor) : descriptor_(descriptor) {}
  bool is_open() const { return descriptor_ >= 0; }
  pollfd request() const { return {descriptor_, POLLIN, 0}; }  // poll ignores negative descriptors

  // The next piece; empty if nothing is ready or the stream has ended.
  std::string_view piece() {
    if (descriptor_ < 0) return {};
    const ssize_t length = ::read(descriptor_, buffer_.data(), buffer_.size());
    if (length == 0) descriptor_ = -1;
    return {buffer_.data(), length > 0 ? static_cast<size_t>(length) : 0};
  }

 private:
  int descriptor_;
  std::array<char, 1 << 14> buffer_;
};

class RunningCommand {
 public:
  RunningCommand(ChildProcess child, const TellProgress& tell)
      : child_(std::move(child)),
        out_(child_.output()),
        err_(child_.errors()),
        companion_(child_.socket()),
        lines_(k_most_companion_bytes),
        tell_(tell) {}

  CommandOutput follow(const std::stop_token& stop) {
    while (true) {
      wait();
      read_all();
      output_.was_stopped = stop.stop_requested();
      output_.is_too_large = output_.out.size() > k_most_output_bytes || output_.err.size() > k_most_output_bytes;
      if (output_.was_stopped || output_.is_too_large) {
        output_.end = child_.end(k_patience);
        return std::move(output_);
      }
      if (const auto end = child_.ended({})) {
        output_.end = *end;
        read_all();
        return std::move(output_);
      }
    }
  }

 private:
  // Returns when something can be read, the child has closed everything and ended, or after a moment.
  void wait() {
    if (!out_.is_open() && !err_.is_open() && !companion_.is_open()) {
      (void)child_.ended(k_between_looks);
      return;
    }
    std::array<pollfd, 3> streams{out_.request(), err_.request(), companion_.request()};
    ::poll(streams.data(), streams.size(), static_cast<int>(k_between_looks.count()));
  }

  void read_all() {
    append(out_, output_.out);
    append(err_, output_.err);
    for (std::string_view piece = companion_.piece(); !piece.empty(); piece = companion_.piece()) lines_.add(piece);
    while (const auto line = lines_.next()) hear(line->text);
  }

  static void append(Stream& stream, std::string& text) {
    for (std::string_view piece = stream.piece(); !piece.empty(); piece = stream.piece()) {
      if (text.size() > k_most_output_bytes) return;
      text += piece;
    }
  }

  void hear(const std::string& line) {
    const auto said = Json::parse(line);
    if (!said) return;
    if (const Json* progress = said->find("progress"); progress && progress->as_string()) tell_(*progress->as_string());
    if (const Json* text = said->find("text"); text && text->as_string()) output_.text += *text->as_string();
  }

  ChildProcess child_;
  Stream out_, err_, companion_;
  LineSplitter lines_;
  const TellProgress& tell_;
  CommandOutput output_;
};

std::vector<std::pair<std::string, std::string>> inherited_environment() {
  std::vector<std::pair<std::string, std::string>> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals != std::string_view::npos) all.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return all;
}

}  // namespace

ProgramRunner::ProgramRunner(std::string program, std::string directory,
                             std::vector<std::pair<std::string, std::string>> environment)
    : program_(std::move(program)), directory_(std::move(directory)), environment_(inherited_environment()) {
  for (auto& variable : environment) {
    std::erase_if(environment_, [&](const auto& other) { return other.first == variable.first; });
    environment_.push_back(std::move(variable));
  }
}

Result<CommandOutput> ProgramRunner::run(const std::vector<std::string>& arguments, const std::stop_token& stop,
                                         const TellProgress& tell) const {
  ChildCommand command;
  command.argv = {program_};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.directory = directory_;
  command.environment = environment_;
  command.ends_gently = true;
  command.errors_apart = true;
  TRY(child, ChildProcess::start(command));
  return RunningCommand(std::move(child), tell).follow(stop);
}

}  // namespace whet::serve
