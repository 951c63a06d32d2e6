// Generated from the .proto files of larder.personal.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include "larder/personal/v1/personal_data.pb-c.h"
