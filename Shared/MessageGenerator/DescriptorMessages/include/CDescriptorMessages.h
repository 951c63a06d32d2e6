// CProtobuf first: its types then belong to one module for everything that imports both.
#include <CProtobuf.h>
#include "google/protobuf/descriptor.pb-c.h"
