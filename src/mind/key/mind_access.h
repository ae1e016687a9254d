// What the environment says about minds: their keys, and which addresses may be used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mind/key/secret_key.h"

namespace whet {

// The variables of this process.
class EnvironmentVariables {
 public:
  virtual ~EnvironmentVariables() = default;
  virtual std::optional<std::string> get(const std::string& name) const = 0;
  // Removes the variable and clears its bytes, which /proc/PID/environ would show on.
  virtual void erase(const std::string& name) = 0;
};

EnvironmentVariables& system_environment();

// Who is asked, as far as the choice of a key goes.
enum class KeyUse { anthropic, openai, other };

class MindAccess {
 public:
  // The key for a server. WHET_MIND_KEY and WHET_MIND_KEY_FILE serve any server, the variable of a company only its
  // own: a key must not reach someone it was not made for. Empty when there is none.
  Result<SecretKey> key_for(KeyUse use) const;

  // WHET_MIND_HTTP=anywhere: keys and prompts may travel unencrypted to other machines.
  bool allows_plain_http = false;
  // WHET_MIND_CA: a file of certificates to trust in place of the system's, for servers of one's own.
  std::string ca_file;
  // Names of the variables that held keys. No child process gets them.
  std::vector<std::string> key_variables = {"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "WHET_MIND_KEY"};

 private:
  friend MindAccess take_mind_access(EnvironmentVariables&);
  // An error: there is something in the variable, but no key.
  std::optional<Result<SecretKey>> any_, anthropic_, openai_;
  std::string key_file_;
};

// Reads the variables ANTHROPIC_API_KEY, OPENAI_API_KEY, WHET_MIND_KEY and the one that WHET_MIND_KEY_VARIABLE names,
// and removes them from the process, so that nothing it starts inherits them. To be called once, early, while there is
// one thread. Errors of keys come later, when a key is asked for.
MindAccess take_mind_access(EnvironmentVariables& environment);

}  // namespace whet
