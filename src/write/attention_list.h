// The numbers that attention is tried with, the likeliest to be fast first.
#pragma once

#include <vector>

#include "write/schedule/attention.h"
#include "write/schedule/plain_attention.h"
#include "write/schedule/split_keys.h"
#include "write/schedule/warpgroup_attention.h"

namespace whet::write {

std::vector<AttentionNumbers> attention_numbers(const Subject& subject, const Nest& nest);
// None where rows are longer than its tiles.
std::vector<WarpgroupAttentionNumbers> warpgroup_attention_numbers(const Subject& subject, const Nest& nest);
// None where queries are many: tiles of them share what they read.
std::vector<SplitKeysNumbers> split_keys_numbers(const Subject& subject, const Nest& nest);
std::vector<PlainAttentionNumbers> plain_attention_numbers(const Subject& subject, const Nest& nest);

}  // namespace whet::write
