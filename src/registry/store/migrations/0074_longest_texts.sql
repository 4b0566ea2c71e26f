-- The limits that entities declare (src/registry/entities), for whoever writes past the rules.
alter table access_tokens add constraint access_tokens_name_length check (char_length(name) <= 100);
alter table questions add constraint questions_name_length check (char_length(name) <= 100);
alter table boards add constraint boards_name_length check (char_length(name) <= 100);
alter table webhooks add constraint webhooks_description_length check (char_length(description) <= 255);
