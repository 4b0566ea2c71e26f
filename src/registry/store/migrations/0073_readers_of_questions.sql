-- How often each reader has asked a published question within an hour: one cannot use it up for the others (docs/rules/questions.md#reading).
create table question_readers (
  question_id integer not null references questions on delete cascade,
  -- a hash of the question's address and the reader's network: nobody is recognised by it
  reader text not null,
  hour_from timestamptz(3) not null,
  hour_reads integer not null,
  primary key (question_id, reader)
);
