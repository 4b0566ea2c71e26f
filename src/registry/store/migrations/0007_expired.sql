-- in batches
-- Domains that expire are events of a kind of their own (src/registry/operations/domains/model/kind-of-update.ts).
alter table domain_versions drop constraint domain_versions_kind_check, add constraint domain_versions_kind_check
  check (kind in ('REGISTERED', 'RENEWED', 'TRANSFERRED', 'EXPIRED', 'REGISTRANT_CHANGED', 'UPDATED', 'DELETED')) not valid;

-- Those of before. Versions that are over are changed by nobody else, so no batch is needed.
update domain_versions versions set kind = 'EXPIRED' from history
  where versions.kind = 'UPDATED' and 'expired' = any(versions.statuses) and versions.valid_to < 'infinity'
    and history.id = versions.id and history.event = 'update' and not history.changes ? 'expiresAt'
    and history.changes->'statuses'->'to' ? 'expired' and not history.changes->'statuses'->'from' ? 'expired';

-- Those that still hold, of the few domains that are expired now: a thousand at a time.
update domain_versions versions set kind = 'EXPIRED' from history
  where versions.id in (
      select last.id from domains
        join domain_versions last on last.domain_id = domains.id and last.valid_to = 'infinity'
        join history entry on entry.id = last.id
      where 'expired' = any(domains.statuses) and last.kind = 'UPDATED' and entry.event = 'update'
        and not entry.changes ? 'expiresAt' and entry.changes->'statuses'->'to' ? 'expired'
        and not entry.changes->'statuses'->'from' ? 'expired'
      limit 1000)
    and history.id = versions.id
  returning versions.id;
