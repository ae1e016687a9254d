// How a company's servers are asked: the request, its answer, its errors.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mind/http/http_client.h"
#include "mind/protocol/answer_reader.h"
#include "util/text/json.h"

namespace whet {

struct AskSettings {
  std::string model;
  std::string address;             // "https://api.anthropic.com": the path of the protocol is appended
  int64_t longest_answer = 32000;  // tokens
};

class Protocol {
 public:
  virtual ~Protocol() = default;
  // Without key and limits.
  virtual HttpRequest request(const AskSettings& settings, const MindPrompt& prompt) const = 0;
  virtual std::unique_ptr<AnswerReader> reader() const = 0;
  // What the body of a reply that is no success says; nothing when it is not in the protocol's form.
  virtual std::optional<ServerComplaint> complaint(const Json& body) const = 0;
  // The variable that usually holds the key, for error texts.
  virtual std::string key_variable() const = 0;
};

const Protocol& anthropic_protocol();
const Protocol& openai_protocol();

}  // namespace whet
