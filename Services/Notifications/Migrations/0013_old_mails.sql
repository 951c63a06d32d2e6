-- To find the proofs of mails whose links have ended, which a job deletes.
create index sent_mails_oldest on sent_mails (sent_at);
