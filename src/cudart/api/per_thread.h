// A program built with one default stream per thread calls the same functions by other names.
#pragma once

// `suffix`: _ptds for functions that take no stream, _ptsz for those that take one.
#define PER_THREAD(function, suffix) decltype(function) function##suffix __attribute__((alias(#function)))
