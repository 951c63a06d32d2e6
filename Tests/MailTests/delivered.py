"""Writes a mail that a mail server delivers as a line of JSON, as Python's own parser reads it.

    delivered.py FILE SENDER RECIPIENT <MAIL
"""

import email
import email.policy
import json
import sys

file, sender, recipient = sys.argv[1:]
message = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
mail = {
    "from": sender,
    "to": [recipient],
    "headers": {name.lower(): str(value) for name, value in message.items()},
    "parts": {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()},
    "isEncrypted": False,
    "user": "",
    "defects": [str(defect) for part in message.walk() for defect in part.defects],
}
with open(file, "a") as output:
    output.write(json.dumps(mail) + "\n")
