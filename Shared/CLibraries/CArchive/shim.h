#ifndef LARDER_CARCHIVE_SHIM_H
#define LARDER_CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>

// libarchive's name for a regular file is a macro with a cast, which Swift does not see.

static inline void larder_archive_entry_set_regular_file(struct archive_entry *entry) {
    archive_entry_set_filetype(entry, AE_IFREG);
}

#endif
