import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { abilitiesOf } from '../../rules/registrar/abilities.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { defineQuery } from '../operation.ts';
import { registrySettings } from '../settings.ts';

/**
 * Shows a portal who its user is, which roles the user has, and which parts of the portal these roles open. Portals
 * ask for it when a user signs in (docs/rules/registrar.md#existing-clients).
 */
export const showAbilities = defineQuery({
  name: 'registrar.show-abilities',
  summary: 'Shows the calling user and its permissions.',
  permits: ['registrar'],
  scope: 'READ',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/registrar/auth',
  run: async ({ db, actor }) => {
    const { userId, username, roles, registrarId } = registrarOf(actor);
    const [registrar] = await registrarsById(db, [registrarId]);
    const { addressProcessing } = await registrySettings(db);
    const abilities = abilitiesOf(roles);
    return { userId, username, roles, registrarName: registrar?.name ?? '', abilities, addressProcessing };
  },
});
