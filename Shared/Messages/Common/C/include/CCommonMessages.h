// Generated from the .proto files of larder.common.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include "larder/common/v1/values.pb-c.h"
