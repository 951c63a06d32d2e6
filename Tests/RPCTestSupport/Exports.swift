// Gates and recorders are in nearly every test of calls; one import brings them, too.
@_exported public import ConcurrencyTestSupport
