-- Messages with a code that proves an email address or a phone. They are deleted after a day: the recipient may have no account.

create index notifications_of_contact_codes on notifications (created_at) where kind = 'contact_code';
