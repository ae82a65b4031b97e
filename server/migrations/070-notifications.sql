-- Notices are called notifications.
alter table notices rename to notifications;
alter table notifications rename constraint notice_is_written_once to notification_is_written_once;
alter table notifications rename constraint notices_pkey to notifications_pkey;
alter table notifications rename constraint notices_account_id_fkey to notifications_account_id_fkey;
alter index notices_to_send rename to notifications_to_send;
alter index notices_given_up rename to notifications_given_up;
alter index notices_tried_in_vain rename to notifications_retrying;
