"""A client of the Larder protocol, written from proto/PROTOCOL.md alone, and the cases that it tries servers with."""
