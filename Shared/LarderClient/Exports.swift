// Requests, responses, call options, statuses and generated clients belong to this module's API; one import provides
// them all.
@_exported public import Messages
@_exported public import RPC
@_exported public import ServiceStubs
