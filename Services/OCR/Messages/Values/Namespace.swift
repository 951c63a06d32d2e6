// Generated from the .proto files of larder.worker.v1 by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

/// Messages and services of `larder.worker.v1`.
public enum Worker {}
