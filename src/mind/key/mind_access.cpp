#include "mind/key/mind_access.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "mind/key/key_file.h"

namespace whet {

namespace {

class SystemEnvironment : public EnvironmentVariables {
 public:
  std::optional<std::string> get(const std::string& name) const override {
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  }
  void erase(const std::string& name) override {
    if (char* value = std::getenv(name.c_str())) ::explicit_bzero(value, std::strlen(value));
    ::unsetenv(name.c_str());
  }
};

// The key in a variable, which is removed; nothing when the variable is absent or empty.
std::optional<Result<SecretKey>> taken(EnvironmentVariables& environment, const std::string& name) {
  std::optional<std::string> value = environment.get(name);
  environment.erase(name);
  if (!value || value->empty()) return std::nullopt;
  auto key = SecretKey::from_text(*value, "the environment variable " + name);
  ::explicit_bzero(value->data(), value->size());
  return key;
}

}  // namespace

EnvironmentVariables& system_environment() {
  static SystemEnvironment environment;
  return environment;
}

Result<SecretKey> MindAccess::key_for(KeyUse use) const {
  if (any_) return *any_;
  if (!key_file_.empty()) return read_key_file(key_file_, ::geteuid());
  if (use == KeyUse::anthropic && anthropic_) return *anthropic_;
  if (use == KeyUse::openai && openai_) return *openai_;
  return SecretKey();
}

MindAccess take_mind_access(EnvironmentVariables& environment) {
  MindAccess access;
  const std::string named = environment.get("WHET_MIND_KEY_VARIABLE").value_or("");
  access.anthropic_ = taken(environment, "ANTHROPIC_API_KEY");
  access.openai_ = taken(environment, "OPENAI_API_KEY");
  access.any_ = taken(environment, "WHET_MIND_KEY");
  if (named == "ANTHROPIC_API_KEY" || named == "OPENAI_API_KEY") {
    if (!access.any_) access.any_ = named == "OPENAI_API_KEY" ? access.openai_ : access.anthropic_;
  } else if (!named.empty() && named != "WHET_MIND_KEY") {
    access.key_variables.push_back(named);
    auto key = taken(environment, named);
    if (!key) key = missing("WHET_MIND_KEY_VARIABLE names `" + named + "`, which is not set", {}, "set it to the key");
    if (!access.any_) access.any_ = std::move(key);
  }
  access.key_file_ = environment.get("WHET_MIND_KEY_FILE").value_or("");
  access.ca_file = environment.get("WHET_MIND_CA").value_or("");
  access.allows_plain_http = environment.get("WHET_MIND_HTTP").value_or("") == "anywhere";
  return access;
}

}  // namespace whet
