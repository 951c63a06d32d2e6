// Generated from the .proto files of larder.worker.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include "larder/worker/v1/worker.pb-c.h"
