#ifndef LARDER_CINFERENCE_H
#define LARDER_CINFERENCE_H

// Runs neural networks with OpenVINO's C API, loaded when it is first wanted: Larder is built, and runs, without it.
//
// Of the API only functions on opaque handles are used, and none of its enumerations, so that any version from 2022.1
// on serves (https://docs.openvino.ai, "OpenVINO Runtime C API").

#include <stddef.h>
#include <stdint.h>

typedef struct larder_inference larder_inference;
typedef struct larder_network larder_network;

/// The longest reason that a function gives, with its end.
enum { LARDER_INFERENCE_REASON_SIZE = 512 };

/// The most dimensions that a network's input or output may have.
enum { LARDER_INFERENCE_MOST_DIMENSIONS = 8 };

/// Loads the library (the path of libopenvino_c.so). Returns NULL and tells why in `reason` on failure.
larder_inference *larder_inference_open(const char *library, char *reason);

/// The library itself stays loaded until the process ends.
void larder_inference_close(larder_inference *inference);

/// Reads an ONNX file with one input of 32-bit floats and makes it ready to run in `threads` threads. At most
/// `cached_shapes` kernels for sizes of input seen before are kept. The network must be closed before `inference`.
/// Returns NULL and tells why in `reason` on failure.
larder_network *larder_network_open(
    larder_inference *inference, const char *model, int threads, int cached_shapes, char *reason);

void larder_network_close(larder_network *network);

/// Where the input for the next run goes, of that shape; valid until the next call on the network.
/// Returns NULL and tells why in `reason` on failure.
float *larder_network_input(larder_network *network, const int64_t *dimensions, size_t count, char *reason);

/// Runs the network on the present input. `dimensions` receives the output's shape, `count` how many dimensions that
/// are. The result is valid until the next call on the network. Returns NULL and tells why in `reason` on failure.
const float *larder_network_run(larder_network *network, int64_t *dimensions, size_t *count, char *reason);

#endif
