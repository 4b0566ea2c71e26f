-- Lists as of a moment go along domain_terms (0060). By itself, so that who waits for a reader of versions keeps no write waiting.
drop index domain_versions_name, domain_versions_expires, domain_versions_created, domain_versions_registrar_name,
  domain_versions_registrar_expires, domain_versions_registrar_created;
