import { changesOf, type Document } from '../../../base/events.ts';
import { documentOf } from '../../entities/history.ts';
import { registrar } from '../../entities/registrar.ts';
import type { Registrar } from '../../store/registry/registrars.ts';

/** A registrar's billing settings as history keeps them. */
const moneyDocument = (row: Registrar): Document =>
  documentOf(registrar, ({ column }) => row[column as keyof Registrar]);

export const moneyChange = changesOf('registrar', ({ code }) => code, moneyDocument);
