#!/usr/bin/env bash
# Generates Shared/Messages from proto/, and the messages of the example service: C through protoc-c, Swift through
# protoc-gen-larder.
#   generate.sh           writes the files in place
#   generate.sh --check   fails, naming them, when files in the repository are not what would be generated
# PROTOC_GEN_LARDER names a plugin that is built already.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
check=false
case "${1:-}" in
    --check) check=true ;;
    "") ;;
    *) echo "usage: generate.sh [--check]" >&2; exit 2 ;;
esac
for tool in protoc protoc-c; do
    command -v "$tool" >/dev/null || {
        echo "generate.sh: $tool is missing; install protobuf-compiler, libprotobuf-dev and protobuf-c-compiler" >&2
        exit 1
    }
done

plugin="${PROTOC_GEN_LARDER:-}"
if [[ -z "$plugin" ]]; then
    swift build --package-path "$root" --product protoc-gen-larder >&2
    plugin="$(swift build --package-path "$root" --show-bin-path)/protoc-gen-larder"
fi

new="$(mktemp -d)"
trap 'rm -rf "$new"' EXIT
mapfile -t protos < <(cd "$root/proto" && find larder -name '*.proto' | LC_ALL=C sort)

# The headers belong into the folder that Swift finds them in, the sources beside it.
split_headers() {
    (cd "$1" && find . -name '*.pb-c.h' | while read -r header; do
        mkdir -p "include/$(dirname "$header")"
        mv "$header" "include/$header"
    done)
}

messages="Shared/Messages"
# The example service has its package beside it and not among those of the platform.
template="Tests/ServiceTemplate"
descriptor="Shared/MessageGenerator/DescriptorMessages"
plugin_messages="Shared/MessageGenerator/PluginMessages"
mkdir -p "$new/$messages" "$new/$template" "$new/$descriptor" "$new/$plugin_messages"

# generate_packages ROOT OUT PROTO...: the modules of the packages of these files below ROOT, into OUT.
generate_packages() {
    local root=$1 out=$2
    shift 2
    mkdir -p "$out"
    local imports proto header folder
    imports="$(cd "$here/../../proto" && pwd)"
    protoc -I "$root" -I "$imports" --plugin="protoc-gen-larder=$plugin" --larder_out="$out" "$@"
    # The C half has no use for services, and protoc-c 1.4 makes invalid C of a method called Register.
    for proto in "$@"; do
        mkdir -p "$new/proto/$(dirname "$proto")"
        without_services=(-e '/^service .*{[[:space:]]*$/,/^}[[:space:]]*$/d')
        # Only where a message has it too, the import is still used.
        grep -Eq '^ +Access ' "$root/$proto" \
            || without_services+=(-e '/^import "larder\/rpc\/v1\/access.proto";$/d')
        sed "${without_services[@]}" "$root/$proto" >"$new/proto/$proto"
    done
    mkdir -p "$new/c"
    protoc-c -I "$new/proto" --c_out="$new/c" "$@"
    # Each package's C goes to the module whose header, which the plugin has written, includes it.
    for header in "$out"/*/C/include/C*Messages.h; do
        folder="$(dirname "$(dirname "$header")")"
        sed -n 's/^#include "\(larder\/.*\)\.h"$/\1/p' "$header" | while read -r file; do
            mkdir -p "$folder/$(dirname "$file")"
            mv "$new/c/$file.h" "$new/c/$file.c" "$folder/$(dirname "$file")"
        done
        split_headers "$folder"
    done
}

generate_packages "$root/proto" "$new/$messages" "${protos[@]}"
generate_packages "$root/$template/proto" "$new/$template/all" larder/todo/v1/todo.proto
mv "$new/$template/all/Todo" "$new/$template/Messages"
rm -r "$new/$template/all"
protoc-c --c_out="$new/$descriptor" google/protobuf/descriptor.proto
protoc-c -I "$root/$plugin_messages" --c_out="$new/$plugin_messages" google/protobuf/compiler/plugin.proto
for folder in "$descriptor" "$plugin_messages"; do split_headers "$new/$folder"; done

# All of Shared/Messages is generated, the example service's messages, and what protoc-c makes for the generator itself.
generated() {
    (cd "$1" && {
        find "$messages" "$template/Messages" -type f
        find "$descriptor" "$plugin_messages" -name '*.pb-c.[ch]'
    } 2>/dev/null | LC_ALL=C sort)
}

if $check; then
    stale=()
    while read -r file; do
        cmp -s "$new/$file" "$root/$file" || stale+=("$file")
    done < <({ generated "$new"; generated "$root"; } | LC_ALL=C sort -u)
    if ((${#stale[@]})); then
        echo "generated code is stale; run Shared/MessageGenerator/generate.sh and commit:" >&2
        printf '  %s\n' "${stale[@]}" >&2
        exit 1
    fi
    echo "generated code is current"
    exit 0
fi

generated "$root" | while read -r file; do [[ -e "$new/$file" ]] || rm "$root/$file"; done
find "$root/$messages" "$root/$template/Messages" -type d -empty -delete
generated "$new" | while read -r file; do
    mkdir -p "$root/$(dirname "$file")"
    cmp -s "$new/$file" "$root/$file" || cp "$new/$file" "$root/$file"
done
