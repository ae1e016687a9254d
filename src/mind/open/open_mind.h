// Opens a mind by its name.
#pragma once

#include <chrono>
#include <memory>

#include "mind/key/mind_access.h"
#include "mind/mind.h"
#include "mind/open/spec.h"

namespace whet {

class HttpClient;
class Patience;

struct MindOptions {
  int64_t longest_answer = 32000;                 // tokens
  int tries = 6;                                  // of one question, while its failures may pass
  std::chrono::milliseconds stall{300'000};       // of a server's silence
  std::chrono::milliseconds total{3'600'000};     // of one answer of a server
  std::chrono::milliseconds command{1'800'000};   // of a command
  std::function<void(const MindUsage&)> on_lost;  // is told what tries without an answer used
  HttpClient* http = nullptr;                     // none: the one over libcurl
  Patience* patience = nullptr;                   // none: that of this system
};

// `none` is a null pointer. Nothing is asked yet: a wrong key or an unknown model shows at the first question.
Result<std::unique_ptr<Mind>> open_mind(const MindSpec& spec, const MindAccess& access,
                                        const MindOptions& options = {});

// Parses the name too, with what `access` allows.
Result<std::unique_ptr<Mind>> open_mind(std::string_view spec, const MindAccess& access,
                                        const MindOptions& options = {});

// Whether such a mind says how many tokens it uses: a limit of tokens or money needs that.
bool tells_usage(MindKind kind);

}  // namespace whet
