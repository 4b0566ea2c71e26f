-- Postal addresses of contacts (docs/rules/registrar.md#postal-addresses).
alter table contacts
  add column address_street text,
  add column address_city text,
  add column address_zip text,
  add column address_state text,
  add column address_country_code text;
