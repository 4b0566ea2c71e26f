import type { CallerInterface } from '../rules/registrar/allowed-ips.ts';
import { boolean, entity, identity, list, moment, reference, text } from './entity.ts';

export const allowedIp = entity('allowed_ips', {
  id: identity(),
  registrar_id: reference(),
  /** A network in PostgreSQL's own normal form: `192.0.2.0/24`, `2001:db8::/64`. */
  network: text(),
  interfaces: list<CallerInterface>(),
  committed: boolean()
    .defaulted()
    .shown('Whether it is in effect: an operator has to commit every new or changed address for the API.'),
  created_by: text(),
  updated_by: text(),
  created_at: moment().shown('When it was put on the list.'),
  updated_at: moment(),
});
