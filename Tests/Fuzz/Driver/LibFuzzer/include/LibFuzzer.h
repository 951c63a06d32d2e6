#ifndef LARDER_LIBFUZZER_H
#define LARDER_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop: parses the command line and calls `run` with every input. From the compiler's runtime, see
/// https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library.
int LLVMFuzzerRunDriver(int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments,
                        int (*_Nonnull run)(const uint8_t *_Nullable bytes, size_t length));

#endif
