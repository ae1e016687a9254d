#include "support/source_folder.h"

namespace whet::test {

std::string source_folder() {
  return WHET_SOURCE_DIR;
}

}  // namespace whet::test
