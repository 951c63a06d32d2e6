// Generated from the .proto files of larder.notifications.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CCommonMessages.h>
#include "larder/notifications/v1/inbox.pb-c.h"
#include "larder/notifications/v1/mailer.pb-c.h"
#include "larder/notifications/v1/notices.pb-c.h"
#include "larder/notifications/v1/operations.pb-c.h"
#include "larder/notifications/v1/places.pb-c.h"
#include "larder/notifications/v1/push.pb-c.h"
