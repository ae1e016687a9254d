#include "random_kernels/shrink.h"

#include <fmt/format.h>

#include <algorithm>

#include "random_kernels/printer.h"

namespace whet::random_kernels {

namespace {

size_t size_of(const Tree& tree) {
  size_t size = 1;
  for (const Tree& child : tree.children) size += size_of(child);
  return size;
}

size_t size_of(const Kernel& kernel) {
  size_t size = size_of(kernel.main.body) + size_of(kernel.tail) + kernel.grid + kernel.threads();
  for (const Routine& function : kernel.functions) size += size_of(function.body);
  return size;
}

bool is_expression(Kind kind) {
  return kind < Kind::block;
}
bool is_list(Kind kind) {
  return kind == Kind::block || kind == Kind::nodes;
}

// What may stand in a tree's place.
std::vector<Tree> replacements(const Tree& tree) {
  std::vector<Tree> found;
  if (is_expression(tree.kind)) {
    if (tree.kind == Kind::literal) {
      if (tree.value > 1) found.push_back({.kind = Kind::literal, .type = tree.type, .value = tree.value & 1});
      return found;
    }
    for (const uint64_t value : {0, 1}) found.push_back({.kind = Kind::literal, .type = tree.type, .value = value * 2});
    for (const Tree& child : tree.children) {
      if (child.type == tree.type)
        found.push_back(child);
      else
        found.push_back({.kind = Kind::cast, .type = tree.type, .children = {child}});
    }
    return found;
  }
  for (const Tree& child : tree.children) {  // a loop or condition gives way to what it holds
    if (is_list(child.kind) && !is_list(tree.kind) && tree.kind != Kind::serial) found.push_back(child);
  }
  return found;
}

// Calls `use(changed)` with every tree that is one step from `tree`.
void each_step(const Tree& tree, const std::function<void(Tree)>& use) {
  if (is_list(tree.kind)) {
    for (size_t at = 0; at < tree.children.size(); ++at) {
      Tree without = tree;
      without.children.erase(without.children.begin() + static_cast<ptrdiff_t>(at));
      use(std::move(without));
    }
  }
  for (Tree& other : replacements(tree)) use(std::move(other));
  for (size_t at = 0; at < tree.children.size(); ++at) {
    each_step(tree.children[at], [&](Tree child) {
      Tree changed = tree;
      changed.children[at] = std::move(child);
      use(std::move(changed));
    });
  }
}

}  // namespace

std::vector<Kernel> smaller(const Kernel& kernel) {
  std::vector<Kernel> found;
  const auto with = [&](auto change) {
    Kernel other = kernel;
    change(other);
    if (size_of(other) < size_of(kernel)) found.push_back(std::move(other));
  };
  with([](Kernel& other) { other.grid = 1; });
  with([](Kernel& other) { other.block_y = 1; });
  with([](Kernel& other) { other.block_x = std::min(other.block_x, 32u), other.block_y = 1; });
  with([](Kernel& other) { other.tail.children.clear(); });
  each_step(kernel.main.body, [&](Tree tree) { with([&](Kernel& other) { other.main.body = std::move(tree); }); });
  each_step(kernel.tail, [&](Tree tree) { with([&](Kernel& other) { other.tail = std::move(tree); }); });
  for (size_t f = 0; f < kernel.functions.size(); ++f) {
    each_step(kernel.functions[f].body,
              [&](Tree tree) { with([&](Kernel& other) { other.functions[f].body = std::move(tree); }); });
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Kernel& a, const Kernel& b) { return size_of(a) < size_of(b); });
  return found;
}

Kernel shrink(Trial& trial, const Style& style, Kernel kernel, int rounds) {
  constexpr size_t k_at_once = 16;
  size_t from = 0;
  for (std::vector<Kernel> left = smaller(kernel); rounds > 0 && from < left.size(); --rounds) {
    const auto first = left.begin() + static_cast<ptrdiff_t>(from);
    const std::vector<Kernel> tried(first, first + static_cast<ptrdiff_t>(std::min(k_at_once, left.size() - from)));
    from += tried.size();
    const auto differences = trial.run(tried, style);
    if (!differences) continue;
    const auto fails =
        std::find_if(differences->begin(), differences->end(), [](const std::string& d) { return !d.empty(); });
    if (fails == differences->end()) continue;
    kernel = tried[static_cast<size_t>(fails - differences->begin())];
    left = smaller(kernel);
    from = 0;
  }
  return kernel;
}

std::string as_file(const Kernel& kernel, const Style& style, const std::string& difference,
                    const std::string& preludes) {
  std::string head = fmt::format("// seed {}, {}; launch <<<{}, dim3({}, {})>>>\n", kernel.seed, style.name,
                                 kernel.grid, kernel.block_x, kernel.block_y);
  size_t at = 0;
  for (size_t end; (end = difference.find('\n', at)) != std::string::npos; at = end + 1) {
    head += "// " + difference.substr(at, end - at) + "\n";
  }
  return head + print_source({kernel}, Side::device, preludes);
}

}  // namespace whet::random_kernels
