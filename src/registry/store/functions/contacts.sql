-- A contact counts as linked to nothing from its creation on.
create or replace function contact_begins_unlinked() returns trigger language plpgsql as $$
begin
  new.unlinked_at := coalesce(new.unlinked_at, new.created_at);
  return new;
end $$;
create or replace trigger contact_begins_unlinked before insert on contacts
  for each row execute function contact_begins_unlinked();
