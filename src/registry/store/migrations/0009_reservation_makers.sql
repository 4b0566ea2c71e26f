-- Which portal token made a reservation, by its fingerprint: lists and ids show each portal its own (docs/rules/graph.md#visibility).
-- Earlier ones are not known, and stay to be asked for by their user_unique_id.

alter table reservations add column made_by text;
create index reservations_made_by on reservations (made_by, id);
