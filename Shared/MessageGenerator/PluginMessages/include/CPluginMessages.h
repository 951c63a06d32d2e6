// These first: their types then belong to one module for everything that imports all.
#include <CProtobuf.h>
#include <CDescriptorMessages.h>
#include "google/protobuf/compiler/plugin.pb-c.h"
