// Generated from the .proto files of larder.todo.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CCommonMessages.h>
#include "larder/todo/v1/todo.pb-c.h"
