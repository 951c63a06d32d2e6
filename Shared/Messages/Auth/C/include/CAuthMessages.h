// Generated from the .proto files of larder.auth.v1 by protoc-gen-larder. Do not edit.
#include <CProtobuf.h>
#include <CCommonMessages.h>
#include "larder/auth/v1/accounts.pb-c.h"
#include "larder/auth/v1/closing.pb-c.h"
#include "larder/auth/v1/consents.pb-c.h"
#include "larder/auth/v1/emails.pb-c.h"
#include "larder/auth/v1/factors.pb-c.h"
#include "larder/auth/v1/identity.pb-c.h"
#include "larder/auth/v1/keys.pb-c.h"
#include "larder/auth/v1/plans.pb-c.h"
#include "larder/auth/v1/profiles.pb-c.h"
#include "larder/auth/v1/recovery.pb-c.h"
#include "larder/auth/v1/roles.pb-c.h"
#include "larder/auth/v1/sessions.pb-c.h"
#include "larder/auth/v1/settings.pb-c.h"
