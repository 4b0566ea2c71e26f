-- Several processes ask a registry at once, and answers overtake one another. Every question, every answer that is
-- written and every change that was sent takes the next place here: what was asked for before an object was last written
-- is not written over it. A number, because clocks of two machines differ and are set back.
create sequence mirror_order;

alter table mirror_objects
  -- the place of its last writing, or of the last change of it that was sent on
  add column written bigint not null default 0,
  -- the registry has said that it is not there: kept a while, so that an older answer does not bring it back
  add column gone boolean not null default false;
