#include "CInference.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t rank;
    int64_t *dimensions;
} shape_t;

// Every function returns 0 on success.
typedef struct {
    int (*core_create)(void **core);
    void (*core_free)(void *core);
    int (*compile)(const void *core, const char *path, const char *device, size_t arguments, void **compiled, ...);
    void (*compiled_free)(void *compiled);
    int (*request_create)(const void *compiled, void **request);
    void (*request_free)(void *request);
    int (*get_input)(const void *request, void **tensor);
    int (*get_output)(const void *request, void **tensor);
    int (*infer)(void *request);
    int (*tensor_set_shape)(void *tensor, shape_t shape);
    int (*tensor_get_shape)(const void *tensor, shape_t *shape);
    int (*tensor_data)(const void *tensor, void **data);
    void (*tensor_free)(void *tensor);
    int (*shape_free)(shape_t *shape);
    const char *(*last_error)(void);
} functions_t;

struct larder_inference {
    functions_t functions;
    void *core;
};

struct larder_network {
    const functions_t *functions;
    void *compiled;
    void *request;
    void *input;
    void *output;
};

static void say(char *reason, const char *what, const char *why) {
    snprintf(reason, LARDER_INFERENCE_REASON_SIZE, "%s: %s", what, why && *why ? why : "no reason is given");
}

static const char *last_error(const functions_t *functions) {
    return functions->last_error ? functions->last_error() : NULL;
}

static int find(void *library, functions_t *functions, char *reason) {
    const struct {
        const char *name;
        void *place;
    } wanted[] = {
        {"ov_core_create", &functions->core_create},
        {"ov_core_free", &functions->core_free},
        {"ov_core_compile_model_from_file", &functions->compile},
        {"ov_compiled_model_free", &functions->compiled_free},
        {"ov_compiled_model_create_infer_request", &functions->request_create},
        {"ov_infer_request_free", &functions->request_free},
        {"ov_infer_request_get_input_tensor", &functions->get_input},
        {"ov_infer_request_get_output_tensor", &functions->get_output},
        {"ov_infer_request_infer", &functions->infer},
        {"ov_tensor_set_shape", &functions->tensor_set_shape},
        {"ov_tensor_get_shape", &functions->tensor_get_shape},
        {"ov_tensor_data", &functions->tensor_data},
        {"ov_tensor_free", &functions->tensor_free},
        {"ov_shape_free", &functions->shape_free},
    };
    for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        void *function = dlsym(library, wanted[index].name);
        if (!function) {
            say(reason, wanted[index].name, "the library has no such function");
            return -1;
        }
        memcpy(wanted[index].place, &function, sizeof function);
    }
    // Newer versions have it.
    void *function = dlsym(library, "ov_get_last_err_msg");
    memcpy(&functions->last_error, &function, sizeof function);
    return 0;
}

larder_inference *larder_inference_open(const char *path, char *reason) {
    // Kernels for sizes of input that were seen before; each takes some 100 kB, and 1024 are usual.
    setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "700", 0);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        say(reason, "the library cannot be loaded", dlerror());
        return NULL;
    }
    larder_inference *inference = calloc(1, sizeof *inference);
    if (!inference || find(library, &inference->functions, reason) != 0) {
        free(inference);
        return NULL;
    }
    if (inference->functions.core_create(&inference->core) != 0) {
        say(reason, "the library cannot be started", last_error(&inference->functions));
        free(inference);
        return NULL;
    }
    return inference;
}

void larder_inference_close(larder_inference *inference) {
    inference->functions.core_free(inference->core);
    free(inference);
}

larder_network *larder_network_open(
    larder_inference *inference, const char *model, int threads, int cached_shapes, char *reason) {
    const functions_t *functions = &inference->functions;
    larder_network *network = calloc(1, sizeof *network);
    if (!network) {
        say(reason, model, "there is no memory");
        return NULL;
    }
    network->functions = functions;
    char thread_text[16];
    char cache_text[16];
    snprintf(thread_text, sizeof thread_text, "%d", threads);
    snprintf(cache_text, sizeof cache_text, "%d", cached_shapes);
    // Without pinning: several processes would share the first core otherwise.
    int code = functions->compile(
        inference->core, model, "CPU", 10, &network->compiled, "PERFORMANCE_HINT", "LATENCY", "NUM_STREAMS", "1",
        "INFERENCE_NUM_THREADS", thread_text, "ENABLE_CPU_PINNING", "NO", "CPU_RUNTIME_CACHE_CAPACITY", cache_text);
    if (code != 0 || functions->request_create(network->compiled, &network->request) != 0 ||
        functions->get_input(network->request, &network->input) != 0) {
        say(reason, model, last_error(functions));
        larder_network_close(network);
        return NULL;
    }
    return network;
}

void larder_network_close(larder_network *network) {
    const functions_t *functions = network->functions;
    if (network->output) functions->tensor_free(network->output);
    if (network->input) functions->tensor_free(network->input);
    if (network->request) functions->request_free(network->request);
    if (network->compiled) functions->compiled_free(network->compiled);
    free(network);
}

float *larder_network_input(larder_network *network, const int64_t *dimensions, size_t count, char *reason) {
    const functions_t *functions = network->functions;
    int64_t copy[LARDER_INFERENCE_MOST_DIMENSIONS];
    if (count == 0 || count > LARDER_INFERENCE_MOST_DIMENSIONS) {
        say(reason, "the input", "it has too many dimensions, or none");
        return NULL;
    }
    memcpy(copy, dimensions, count * sizeof *copy);
    shape_t shape = {.rank = (int64_t)count, .dimensions = copy};
    void *data = NULL;
    if (functions->tensor_set_shape(network->input, shape) != 0 || functions->tensor_data(network->input, &data) != 0) {
        say(reason, "the input", last_error(functions));
        return NULL;
    }
    return data;
}

const float *larder_network_run(larder_network *network, int64_t *dimensions, size_t *count, char *reason) {
    const functions_t *functions = network->functions;
    if (network->output) {
        functions->tensor_free(network->output);
        network->output = NULL;
    }
    shape_t shape = {0};
    void *data = NULL;
    if (functions->infer(network->request) != 0 ||
        functions->get_output(network->request, &network->output) != 0 ||
        functions->tensor_data(network->output, &data) != 0 ||
        functions->tensor_get_shape(network->output, &shape) != 0) {
        say(reason, "the network cannot be run", last_error(functions));
        return NULL;
    }
    if (shape.rank < 1 || shape.rank > LARDER_INFERENCE_MOST_DIMENSIONS) {
        functions->shape_free(&shape);
        say(reason, "the network's output", "it has too many dimensions, or none");
        return NULL;
    }
    *count = (size_t)shape.rank;
    memcpy(dimensions, shape.dimensions, *count * sizeof *dimensions);
    functions->shape_free(&shape);
    return data;
}
