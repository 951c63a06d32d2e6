#ifndef LARDER_CZLIB_SHIM_H
#define LARDER_CZLIB_SHIM_H

#include <zlib.h>

// zlib's own names for these are macros, which Swift does not see.

// 15 is zlib's form (RFC 1950) and 31 gzip's (RFC 1952), both with a window of 32 KiB.

static inline int larder_deflate_begin(z_stream *stream, int level, int window_bits) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int larder_inflate_begin(z_stream *stream, int window_bits) { return inflateInit2(stream, window_bits); }

#endif
