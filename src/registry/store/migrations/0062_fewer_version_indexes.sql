-- Lists as of a moment go along terms (0060). Whoever reads versions holds up this migration alone, and not the work of 0060.
drop index domain_versions_name, domain_versions_expires, domain_versions_created, domain_versions_registrar_name,
  domain_versions_registrar_expires, domain_versions_registrar_created;
