#include "mind/http/curl_library.h"

namespace whet {

namespace {

constexpr const char* k_install =
    "install it (Debian and Ubuntu: apt-get install libcurl4; Fedora: dnf install libcurl)";

template <typename Function>
bool find_function(Libraries& libraries, void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(libraries.symbol(library, name));
  return function != nullptr;
}

bool find_all(Libraries& libraries, void* library, CurlLibrary& curl) {
  const auto find = [&](const char* name, auto& function) { return find_function(libraries, library, name, function); };
  return find("curl_easy_init", curl.easy_init) && find("curl_easy_setopt", curl.easy_setopt) &&
         find("curl_easy_getinfo", curl.easy_getinfo) && find("curl_easy_cleanup", curl.easy_cleanup) &&
         find("curl_easy_strerror", curl.easy_strerror) && find("curl_multi_init", curl.multi_init) &&
         find("curl_multi_add_handle", curl.multi_add_handle) &&
         find("curl_multi_remove_handle", curl.multi_remove_handle) && find("curl_multi_perform", curl.multi_perform) &&
         find("curl_multi_wait", curl.multi_wait) && find("curl_multi_info_read", curl.multi_info_read) &&
         find("curl_multi_cleanup", curl.multi_cleanup) && find("curl_slist_append", curl.slist_append) &&
         find("curl_slist_free_all", curl.slist_free_all);
}

}  // namespace

Result<CurlLibrary> CurlLibrary::open(Libraries& libraries) {
  void* library = nullptr;
  std::string why_not;
  for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4"})
    if (!library) library = libraries.open(name, why_not);
  if (!library) return missing("libcurl, which minds are asked with, is not on this machine", {}, k_install);
  CurlLibrary curl;
  decltype(&::curl_global_init) global_init = nullptr;
  if (!find_all(libraries, library, curl) || !find_function(libraries, library, "curl_global_init", global_init))
    return missing("libcurl is too old, or something else has its name", libraries.path(library), k_install);
  if (global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    return failed("libcurl cannot be initialised", libraries.path(library));
  return curl;
}

}  // namespace whet
