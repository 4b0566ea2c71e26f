-- Which kind of event a change of a domain is, is decided here alone, also that a domain expires.
create or replace function domain_version_of(entry history) returns domain_versions language plpgsql stable as $$
declare
  document jsonb := document_of(entry);
  version domain_versions;
begin
  version.id := entry.id;
  version.domain_id := entry.object_id;
  version.name := entry.object_key;
  version.registrar_id := registrar_of(document->>'registrar');
  version.registrant_code := document->>'registrant';
  version.statuses := array(select jsonb_array_elements_text(jsonb_path_query_array(document, '$.statuses[*]')));
  version.expires_at := document->>'expiresAt';
  version.hostnames := array(
    select jsonb_array_elements_text(jsonb_path_query_array(document, '$.nameservers[*].hostname')));
  version.signed := jsonb_path_exists(document, '$.dnssecKeys[0]');
  version.valid_from := entry.at;
  version.valid_to := case when entry.event = 'destroy' then entry.at else 'infinity' end;
  if entry.event = 'update' and entry.changes->'registrar'->>'to' is not null then
    version.from_registrar_id := registrar_of(entry.changes->'registrar'->>'from');
  end if;
  version.kind := case
    when entry.kind is not null then nullif(entry.kind, 'MET')
    when entry.event = 'create' then 'REGISTERED'
    when entry.event = 'destroy' then 'DELETED'
    when (entry.changes->'expiresAt'->>'to')::timestamptz > (entry.changes->'expiresAt'->>'from')::timestamptz
      then 'RENEWED'
    when not entry.changes ? 'expiresAt' and entry.changes->'statuses'->'to' ? 'expired'
      and not entry.changes->'statuses'->'from' ? 'expired' then 'EXPIRED'
    when entry.changes ? 'registrar' then 'TRANSFERRED'
    -- Contacts that are merged are one person.
    when entry.changes ? 'registrant' and entry.operation <> 'contact.merge' then 'REGISTRANT_CHANGED'
    else 'UPDATED' end;
  if version.kind = 'RENEWED' then
    version.months := months_between((entry.changes->'expiresAt'->>'from')::timestamptz, version.expires_at);
  end if;
  return version;
end $$;
