#ifndef LARDER_CZLIB_SHIM_H
#define LARDER_CZLIB_SHIM_H

#include <zlib.h>

// zlib's own names for these are macros, which Swift does not see.

static inline int larder_deflate_begin(z_stream *stream, int level) { return deflateInit(stream, level); }

static inline int larder_inflate_begin(z_stream *stream) { return inflateInit(stream); }

#endif
