// inflateInit2 and deflateInit2 are macros: these wrappers give them to Swift, for raw DEFLATE data.
#ifndef PERDURE_CZLIB_SHIM_H
#define PERDURE_CZLIB_SHIM_H

#include <zlib.h>

static inline int perdure_inflate_init_raw(z_stream *stream) {
    return inflateInit2(stream, -15);
}

static inline int perdure_deflate_init_raw(z_stream *stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

#endif
