-- Portals show a user when it signed in before this time: null at the first one.
alter table api_users add column earlier_login_at timestamptz;

-- An address may be kept for no way of calling, as the incumbent lets it: then it counts nowhere.
alter table allowed_ips drop constraint allowed_ips_interfaces_check;
alter table allowed_ips add constraint allowed_ips_interfaces_check check (interfaces <@ array['api', 'registrar']);

-- Reservations are called off by the id of who made them.
create index invoices_user_unique_id on invoices (user_unique_id) where user_unique_id is not null;
