-- Questions and boards of billing clients end when the secret changes that they were made with; the others name what ends them already.
alter table questions add column maker_secret text;
alter table boards add column maker_secret text;
