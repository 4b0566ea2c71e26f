-- What time does to domains.

alter table domains
  -- how far a force delete has come: set, begun (its registrar was told), or its warning has run out
  add column force_delete_stage text check (force_delete_stage in ('set', 'started', 'held')),
  -- the statuses that it brought, which its cancellation takes away again
  add column force_delete_statuses text[] not null default '{}',
  -- when the registrant is to be reminded that the domain has expired
  add column remind_at timestamptz(3);

-- A contact stands on no domain from the moment it is made: unlinked_at is null only while some domain uses it.
create function contact_begins_unlinked() returns trigger language plpgsql as $$
begin
  new.unlinked_at := coalesce(new.unlinked_at, new.created_at);
  return new;
end $$;
create trigger contact_begins_unlinked before insert on contacts
  for each row execute function contact_begins_unlinked();

-- Each job asks for what falls due next.
create index domains_to_remove on domains (remove_at) where remove_at is not null;
create index domains_to_remind on domains (remind_at) where remind_at is not null;
create index domains_force_deleted on domains (force_delete_start) where force_delete_start is not null;
create index domains_to_release on domains (least(delete_date, force_delete_date))
  where coalesce(delete_date, force_delete_date) is not null;
create index reserved_names_to_expire on reserved_names (expires_at) where expires_at is not null;
create index invoices_unpaid on invoices (created_at) where status = 'unpaid';
create index contacts_unlinked on contacts (unlinked_at) where unlinked_at is not null;
create index disputes_open on disputes (expires_at) where closed_at is null;
