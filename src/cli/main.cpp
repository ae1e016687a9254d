#include <fmt/format.h>
#include <cstdio>
#include "util/toml.h"
#include "util/hash.h"
#include "util/json.h"
int main(){ auto j=whet::Json::object(); j["a"]=1.5; std::fputs(fmt::format("{:.2f} {} {}\n",3.14159,whet::sha256_hex("x"),j.dump()).c_str(),stdout);}
