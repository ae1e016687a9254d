#include "util/system/libraries.h"

#include <dlfcn.h>
#include <link.h>

namespace whet {

namespace {

class SystemLibraries : public Libraries {
 public:
  void* open(const std::string& name, std::string& why_not) override {
    void* library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
    const char* reason = ::dlerror();
    why_not = reason ? reason : "the loader gives no reason";
    return nullptr;
  }
  void* symbol(void* library, const char* name) override { return ::dlsym(library, name); }
  std::string path(void* library) override {
    link_map* map = nullptr;
    if (::dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return {};
    return map->l_name;
  }
};

}  // namespace

Libraries& system_libraries() {
  static SystemLibraries libraries;
  return libraries;
}

}  // namespace whet
