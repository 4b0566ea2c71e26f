import type { AllowedIp } from '../../store/registry/allowed-ips.ts';
import type { Registrar } from '../../store/registry/registrars.ts';
import { addressOf } from './own-address.ts';

/** The subjects are those that operators are used to. */
export const changeLetter = ({ name }: Registrar, row: AllowedIp) => ({
  subject: '[Important] Whitelisted IP Address Change Notification',
  paragraphs: [
    `${name} wants its users to call from ${addressOf(row)} (${row.interfaces.join(', ')}). It takes effect once you commit it: address no. ${row.id}.`,
  ],
});

export const removalLetter = ({ name }: Registrar, row: AllowedIp) => ({
  subject: '[Important] Whitelisted IP Address Removal Notification',
  paragraphs: [
    `${name} has removed ${addressOf(row)} from the addresses that its users may call from. Calls from there are refused from now on, even if the address was removed by a call from itself.`,
  ],
});

export const activationLetter = (row: AllowedIp) => ({
  subject: 'Whitelisted IP Address Activation Confirmation',
  paragraphs: [`The address ${addressOf(row)} was committed: your users may call from it now.`],
});
