-- A registrar that is suspended stays, with all that it has; nobody comes in for it (docs/rules/access.md#suspension).
alter table registrars add column suspended_at timestamptz(3);
alter table registrars add column suspension_reason text;
alter table registrars add constraint registrars_suspended_for_a_reason
  check ((suspended_at is null) = (suspension_reason is null));

-- A closed zone takes no registrations; what is registered in it lives on.
alter table zones add column closed_at timestamptz(3);
