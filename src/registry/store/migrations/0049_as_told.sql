-- In front of another registry (docs/rules/registrar.md#in-front-of-the-real-registry): what it has not told is not known.

-- It tells a UUID only with a registration, and of domains with the contact they belong to.
alter table domains alter column uuid drop not null;
alter table contacts alter column uuid drop not null;
update domains set uuid = null where exists (select from mirror);
update contacts set uuid = null where exists (select from mirror);

-- It hides the name of a contact on one domain and tells it on another.
alter table domain_contacts add column hides_name boolean not null default false;
