# Shows the progress of a long step. Sourced by other scripts.
#
#   COMMAND 2>&1 | show_progress TITLE [STATUS]
#
# Reads what COMMAND prints until it ends, and shows the title, the time since the script began and the last line of the
# output, or what the command STATUS prints: on a terminal in one line that changes each second, elsewhere a line every 15 s
# (PROGRESS_SECONDS). The output itself goes to the file $progress_log.

progress_log=$(mktemp)
trap 'rm -f "$progress_log"' EXIT

elapsed_time() {
    local text="$((SECONDS % 60)) s"
    ((SECONDS < 60)) || text="$((SECONDS / 60)) min $text"
    echo "$text"
}

show_progress() { # TITLE [STATUS]
    local title=$1 status=${2:-} line='' part='' last='' columns=80 begin=$SECONDS shown=$SECONDS interval=1 at_terminal=true
    [[ -t 1 ]] || { at_terminal=false; interval=${PROGRESS_SECONDS:-15}; }
    ! $at_terminal || columns=$(tput cols 2>/dev/null || echo 80)
    : >"$progress_log"
    while true; do
        if IFS= read -r -t 1 part; then
            line+=$part
            echo "$line" >>"$progress_log"
            last=$line line=
        elif (($? > 128)); then
            # The second is over, perhaps in the middle of a line.
            line+=$part
        else
            break
        fi
        ((SECONDS - shown >= interval)) || continue
        shown=$SECONDS
        [[ -z $status ]] || last=$($status)
        part="$title, $(elapsed_time)${last:+: $last}"
        if $at_terminal; then printf '\r\033[K%s' "${part:0:columns-1}"; else echo "$part"; fi
    done
    [[ -z $line ]] || echo "$line" >>"$progress_log"
    if $at_terminal && ((shown > begin)); then printf '\r\033[K'; fi
}
