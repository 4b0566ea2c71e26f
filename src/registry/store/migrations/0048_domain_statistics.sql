-- Statistics of domains read nothing but this index: what came and went, and when.
create index domain_versions_counted on domain_versions (valid_from)
  include (kind, zone_id, registrar_id, from_registrar_id)
  where kind is null or kind not in ('UPDATED', 'REGISTRANT_CHANGED');
