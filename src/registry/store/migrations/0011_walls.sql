-- Where the cards of a board stand on its grid, and by what its readers may narrow it (docs/rules/questions.md#boards).
alter table boards add column wall jsonb;
