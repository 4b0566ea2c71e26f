-- What agents called in the sandbox, for its page: every process writes here, and only the newest rows are kept.
create table sandbox_agent_calls (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  caller text not null,
  tool text not null,
  arguments text not null,
  result text not null
);
