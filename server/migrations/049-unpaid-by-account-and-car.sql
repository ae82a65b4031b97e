-- Each booking and each order asks what its account, and a booking what its car, has unpaid. A statement that a connection
-- prepared while these tables were small read every unpaid one, until the statistics were renewed.
create index unpaid_bookings_of_account on bookings (account_id) where status = 'pending';
create index unpaid_bookings_of_car on bookings (car_id, hold_expires_at) where status = 'pending';
create index unpaid_orders_of_account on orders (account_id) where status = 'pending';
