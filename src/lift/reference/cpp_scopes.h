// The nested loops of a reference while its text is made: what depends on the outer loops alone is put there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace whet::lift {

class CppScopes {
 public:
  // A loop whose body is being written.
  struct Scope {
    std::string head;
    uint64_t variables = 0;     // slots (lift/evaluate/dependence.h) that it sets
    int number = 0;             // no two have the same
    bool is_of_thread = false;  // threads of a block pass through it at different values
    bool keeps_all = false;     // also what does not depend on it
    std::string text;
  };

  CppScopes() : scopes_(1) {}

  void line(const std::string& text) { scopes_.back().text += indent() + text + "\n"; }
  void open(const std::string& head, uint64_t variables, bool is_of_thread = false) {
    scopes_.push_back({head, variables, ++numbers_, is_of_thread, false, {}});
  }
  void open_closed(const std::string& head) { scopes_.push_back({head, 0, ++numbers_, false, true, {}}); }
  void close();  // the innermost; its text goes to the one around it
  // Before the innermost loop, which is there.
  void line_before(const std::string& text);
  const std::string& text() const { return scopes_.front().text; }

  int innermost() const { return scopes_.back().number; }
  // What the innermost loop sets; nothing outside of loops.
  uint64_t innermost_variables() const { return scopes_.back().variables; }
  bool is_open(int number) const;
  // Whether all threads of a block are at the same values of all loops.
  bool is_uniform() const;

  // Leaves aside the inner loops that set none of `variables`, and takes them up again.
  std::vector<Scope> leave(uint64_t variables);
  void resume(std::vector<Scope> left);

 private:
  std::string indent() const { return std::string(2 * scopes_.size(), ' '); }

  std::vector<Scope> scopes_;
  int numbers_ = 0;
};

}  // namespace whet::lift
