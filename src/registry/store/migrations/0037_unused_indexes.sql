-- What the last ones replace, and what nobody looks anything up by: each registration paid for them, for random ones most of
-- all. On its own, so that nobody waits for it while an index is being built.
drop index domains_created, domains_expires, domains_force_delete, domains_registrar_newest;
alter index domains_created_of_all rename to domains_created;
alter index domains_expires_of_all rename to domains_expires;
alter index domains_force_delete_by_date rename to domains_force_delete;
alter table domains drop constraint domains_uuid_key;
alter table contacts drop constraint contacts_uuid_key;
alter table domain_contacts drop constraint domain_contacts_id_key;
