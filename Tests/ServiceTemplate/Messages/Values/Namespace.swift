// Generated from the .proto files of larder.todo.v1 by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

/// Messages and services of `larder.todo.v1`.
public enum Todo {}
