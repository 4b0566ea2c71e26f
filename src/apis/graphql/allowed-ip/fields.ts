import { allowedIpLists } from '../../../registry/operations/readers/of-registrars.ts';
import { managesRegistrar } from '../../../registry/rules/visibility.ts';
import { builder } from '../builder.ts';
import { batched } from '../loading.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { AllowedIpRef } from './type.ts';

const lists = batched(allowedIpLists);

builder.objectField(RegistrarRef, 'allowedIps', (t) =>
  t.field({
    type: [AllowedIpRef],
    description:
      'The addresses from which its users may call while the setting api_ip_whitelist_enabled is true, oldest first; for its own super users and operators.',
    resolve: (registrar, _, context) =>
      managesRegistrar(registrar, context.actor) ? lists(context).load(registrar.id) : [],
  }),
);
