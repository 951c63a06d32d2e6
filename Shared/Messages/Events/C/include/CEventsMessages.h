// Generated from the .proto files of larder.events.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CAuthMessages.h>
#include <CCommonMessages.h>
#include "larder/events/v1/events.pb-c.h"
#include "larder/events/v1/operations.pb-c.h"
