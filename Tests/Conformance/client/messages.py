"""The messages of the test service, which protoc generates from the .proto files."""

from __future__ import annotations

import importlib
import pathlib
import subprocess
import sys
import tempfile
from types import ModuleType

PROTO_FOLDER = pathlib.Path(__file__).resolve().parents[3] / "proto"
FILES = tuple(f"larder/rpc/v1/{name}.proto" for name in ("access", "conformance", "health", "status"))

_folder = tempfile.TemporaryDirectory(prefix="larder-conformance-")


def _generate() -> None:
    try:
        subprocess.run(
            ["protoc", f"--proto_path={PROTO_FOLDER}", f"--python_out={_folder.name}", *FILES],
            check=True,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        sys.exit("protoc is missing; install protobuf-compiler")
    except subprocess.CalledProcessError as error:
        sys.exit(f"protoc failed: {error.stderr}")


def _load(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"larder.rpc.v1.{name}_pb2")
    except ModuleNotFoundError as error:
        sys.exit(f"{error}; install python3-protobuf, or the package protobuf")


_generate()
sys.path.insert(0, _folder.name)
#: Module of the messages in conformance.proto.
conformance = _load("conformance")
#: Module of the messages in health.proto.
health = _load("health")
#: Module of the details of a status.
status = _load("status")

SERVICE = "larder.rpc.v1.Conformance"
EMPTY_CALL = f"{SERVICE}/EmptyCall"
UNARY_CALL = f"{SERVICE}/UnaryCall"
CACHEABLE_UNARY_CALL = f"{SERVICE}/CacheableUnaryCall"
STREAMING_OUTPUT_CALL = f"{SERVICE}/StreamingOutputCall"
STREAMING_INPUT_CALL = f"{SERVICE}/StreamingInputCall"
FULL_DUPLEX_CALL = f"{SERVICE}/FullDuplexCall"
HALF_DUPLEX_CALL = f"{SERVICE}/HalfDuplexCall"
SERVER_FIRST_CALL = f"{SERVICE}/ServerFirstCall"
HOLD_CALL = f"{SERVICE}/HoldCall"
CHECK_HEALTH = "larder.rpc.v1.Health/CheckHealth"
WATCH_HEALTH = "larder.rpc.v1.Health/WatchHealth"
LIST_HEALTH = "larder.rpc.v1.Health/ListHealth"
GET_TALLY = f"{SERVICE}/GetTally"
UNIMPLEMENTED_CALL = f"{SERVICE}/UnimplementedCall"
UNIMPLEMENTED_SERVICE_CALL = "larder.rpc.v1.Unimplemented/UnimplementedCall"
