// Requests, responses, call options, statuses and the generated clients are this module's vocabulary; one import brings
// them all.
@_exported public import Messages
@_exported public import RPC
@_exported public import ServiceStubs
