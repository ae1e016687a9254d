// Prints a kernel for either side. The same tree gives the same statements; only what threads do together differs: the
// GPU runs all threads at once, the host runs each stretch between two meetings for one thread after the other.
#pragma once

#include <string>

#include "random_kernels/tree.h"

namespace whet::random_kernels {

enum class Side : uint8_t { device, host };

// A whole source of several kernels k0, k1, ...; `preludes` is the directory of the texts around them.
std::string print_source(const std::vector<Kernel>& kernels, Side side, const std::string& preludes);

class Printer {
 public:
  Printer(const Kernel& kernel, int number, Side side) : kernel_(kernel), number_(number), host_(side == Side::host) {}
  std::string print();

 private:
  // Expressions.
  std::string expression(const Tree& tree) const;
  std::string literal(const Tree& tree) const;
  std::string unary(const Tree& tree) const;
  std::string binary(const Tree& tree) const;
  std::string element(const Tree& tree, bool write) const;
  std::string call(const Tree& tree) const;
  std::string intrinsic(const Tree& tree) const;
  static std::string cast(Type to, Type from, const std::string& text);
  std::string index(const Tree& tree) const { return "(u32)(" + expression(tree) + ")"; }
  std::string child(const Tree& tree, size_t at) const { return expression(tree.children[at]); }

  // Statements.
  void statement(const Tree& tree);
  void body(const Tree& block);
  void simple(const Tree& tree);
  void loop(const Tree& tree);
  void choice(const Tree& tree);
  void labelled(const Tree& tree);
  void store(const Tree& tree);
  void own_atomic(const Tree& tree);
  void through_pointer(const Tree& tree);
  void hand_back(const Tree& tree);
  void assign(int variable, Type from, const std::string& text);

  // Nodes.
  void node(const Tree& tree);
  void serial(const Tree& tree);
  void collective(const Tree& tree);
  std::string asked(const Tree& tree) const;
  void collective_on_device(const Tree& tree);
  void rounds(const Tree& tree);
  void mask_if(const Tree& tree);
  void mask_loop(const Tree& tree);
  void leave(const Tree& tree);
  void for_each(const std::string& mask, const std::string& text);
  std::string mask() const { return "m" + std::to_string(mask_); }

  // The frame around them.
  void constants();
  void function(int number);
  void device_kernel();
  void host_kernel();
  void start_thread();
  void finish();
  std::string declarations() const;
  std::string variable_start(size_t index) const;
  std::string sum_of_variables() const;

  void line(const std::string& text) { out_ += std::string(static_cast<size_t>(depth_) * 2, ' ') + text + "\n"; }
  void open(const std::string& text) { line(text), ++depth_; }
  void close(const std::string& text = "}") { --depth_, line(text); }

  const Kernel& kernel_;
  const int number_;
  const bool host_;
  const Routine* routine_ = nullptr;
  int function_ = -1;
  int loops_ = 0, depth_ = 0, mask_ = 0, next_mask_ = 1;
  bool in_tail_ = false;
  std::vector<uint64_t> labels_;
  std::string out_;
};

}  // namespace whet::random_kernels
