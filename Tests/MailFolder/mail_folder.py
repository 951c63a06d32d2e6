"""The mails of a Larder that runs on this host: it puts them into a folder in place of sending them."""

import email
import email.policy
import pathlib
import re
import time


class MailFolder:
    """The folder `mail` of a Larder's data."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def mails_to(self, address, since=0):
        """The mails to an address, the newest first; of those written before a time, none."""
        files = [file for file in (self.folder / "new").glob("*.larder") if int(file.name.split(".")[0]) >= int(since)]
        files.sort(key=lambda file: file.stat().st_mtime, reverse=True)
        mails = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]
        return [mail for mail in mails if mail["to"] == address]

    def link(self, address, page="/verify", seconds=30, since=None):
        """The link to a page, without the app's address, in the newest mail to an address, once that is there."""
        begin = time.time()
        while time.time() < begin + seconds:
            for mail in self.mails_to(address, begin - 60 if since is None else since):
                if found := link_in(mail, page):
                    return found
            time.sleep(0.02)
        raise AssertionError(f"no mail with a link to {page} has come")

    def token(self, address, page="/verify", seconds=30):
        """What stands behind the `#` of that link."""
        return self.link(address, page, seconds).split("#")[1]


def link_in(mail, page):
    """The link to a page in a mail, without the app's address; None when there is none."""
    found = re.search(rf"https?://[^/\s]+({page}#\S+)", mail.get_body(("plain",)).get_content())
    return found and found[1]
