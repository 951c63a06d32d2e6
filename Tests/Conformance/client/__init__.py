"""A client of the Larder protocol, written from proto/PROTOCOL.md alone, and its conformance cases."""
