-- Contacts that are gone and whose names history still has (HISTORY_RETENTION).
create index history_contacts_gone on history (at) where object_type = 'contact' and event = 'destroy' and kind is null;
