// The sentences of knowledge/minds/replies.toml.
#pragma once

#include <map>
#include <string>

#include "consult/text/page.h"

namespace whet::consult {

class Replies {
 public:
  static Result<Replies> load(const Knowledge& knowledge);

  // The text `name` with its places filled; one that does not fit its places is a bug that a test finds.
  std::string text(const std::string& name, const PagePlaces& places = {}) const;
  const std::map<std::string, std::string>& all() const { return texts_; }

 private:
  explicit Replies(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}
  std::map<std::string, std::string> texts_;
};

}  // namespace whet::consult
