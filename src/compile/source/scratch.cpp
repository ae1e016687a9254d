#include "compile/source/scratch.h"

namespace whet {

Result<Scratch> Scratch::make(FileSystem& files) {
  TRY(directory, PrivateDirectory::make("whet-scratch"));
  Scratch scratch(files, std::move(directory));
  TRY_VOID(files.make_directories(scratch.path()));
  return scratch;
}

}  // namespace whet
