// A page of knowledge/minds: text with places to fill, each a line or a part of one.
//
//   "You answer for @gpu@."   filled with {{"gpu", "NVIDIA H200"}}   ->   "You answer for NVIDIA H200."
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"
#include "util/system/knowledge.h"

namespace whet::consult {

using PagePlaces = std::map<std::string, std::string>;

// The page `name`, "minds/constant.md", with its places filled. What is filled in is not looked at for places again, so
// that a kernel's text cannot have any. It is an error if the page names a place that is not given.
Result<std::string> fill_page(const Knowledge& knowledge, const std::string& name, const PagePlaces& places);
Result<std::string> fill_text(std::string_view text, const PagePlaces& places, const std::string& where);

}  // namespace whet::consult
