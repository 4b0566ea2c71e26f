import type { Sponsor } from '../../base/actor.ts';
import type { ErrorCode } from '../../base/error-catalogue.ts';
import { failure, objectDoesNotExist, Problems, refuseWith } from '../../base/errors.ts';
import { wrongReason } from '../rules/registrar/reason.ts';
import { normaliseRegistrarCode } from '../rules/registrar/registrar-fields.ts';
import { contactsByCode } from '../store/registry/contacts.ts';
import { type Registrar, registrarsById } from '../store/registry/registrars.ts';
import { domainNamed } from './domains/model/own-domain.ts';
import { text } from './input.ts';
import type { Described, InPlace, OperationContext } from './operation.ts';
import { namedRegistrar } from './operator/named-registrar.ts';
import { writeToRegistrar } from './registrar/letters.ts';

/** The fields with which an operator does a registrar's write in its place. */
export const inPlaceFields = {
  registrar: text(
    'For operators: the code of the registrar in whose place they act. It must be the present sponsor, and is when left out.',
  )
    .meta({ permits: ['operator'] })
    .optional(),
  reason: text(
    'The reason, in at most 500 characters: the registrar reads it, and history keeps it. For operators, who must give one.',
  )
    .meta({ permits: ['operator'], requiredOf: ['operator'] })
    .optional(),
};

/** Who may do a registrar's write: its users, and operators in its place. */
export const registrarsOrInPlace = { permits: ['registrar:epp', 'operator'], operators: 'SUPPORT' } as const;

/** The errors of an act in a registrar's place, besides those of the write itself. */
export const inPlaceErrors: readonly ErrorCode[] = [
  'REQUIRED_PARAMETER_MISSING',
  'PARAMETER_VALUE_SYNTAX',
  'OBJECT_DOES_NOT_EXIST',
];

interface Given {
  readonly registrar?: string | undefined;
  readonly reason?: string | undefined;
}

/** The registrar in whose place an operator acts, with its reason. */
export interface Placed {
  readonly registrar: Registrar;
  readonly reason: string;
}

/**
 * Reads from an operator's input in whose place it acts and why; a registrar may not say it. Undefined if the caller
 * does not act in another's place.
 */
export async function placeOf<I>(
  context: OperationContext,
  { inPlace }: Pick<Described<I>, 'inPlace'>,
  input: I,
): Promise<Placed | undefined> {
  if (!inPlace) return undefined;
  const { registrar: code, reason } = input as Given;
  if (context.actor.kind !== 'operator') {
    if (reason !== undefined || (code !== undefined && context.actor.kind === 'registrar'))
      refuseWith(failure('AUTHORIZATION'));
    return undefined;
  }
  const problems = new Problems();
  const registrar = await problems.attempt(() => sponsorIn(context, inPlace.of(input), code));
  problems.direct(wrongReason(reason)).refuseIfAny();
  if (!registrar || reason === undefined) throw new Error('a missing reason went unnoticed');
  return { registrar, reason: reason.trim() };
}

/** The sponsor of the object; if the operator names a registrar, it must be that one. */
async function sponsorIn(
  context: OperationContext,
  object: ReturnType<InPlace<never>['of']>,
  code: string | undefined,
): Promise<Registrar> {
  const { db } = context;
  if ('registrar' in object)
    return object.registrar === undefined
      ? refuseWith(
          failure('REQUIRED_PARAMETER_MISSING', 'Required parameter missing: registrar', {
            path: ['registrar'],
          }),
        )
      : namedRegistrar(db, object.registrar);
  const row =
    'domain' in object
      ? await domainNamed(context, object.domain)
      : (await contactsByCode(db, [object.contact]))[0];
  const [registrar] = row ? await registrarsById(db, [row.registrar_id]) : [];
  const isNamed = code === undefined || normaliseRegistrarCode(code) === registrar?.code;
  return registrar && isNamed ? registrar : refuseWith(objectDoesNotExist());
}

export const asSponsor = ({ id, code }: Registrar): Sponsor => ({ registrarId: id, registrarCode: code });

/**
 * Tells a registrar what an operator has done and why, by a poll message, and by mail if it has an address. Work on
 * many objects sends one mail at its end.
 */
export function tellRegistrar(context: OperationContext, registrar: Registrar, did: string): void {
  const said = `The registry has ${did}: ${context.reason ?? ''}`;
  context.notify({ registrarId: registrar.id, kind: 'registry_act', text: said });
  if (context.request.via !== 'job')
    writeToRegistrar(context, registrar, {
      subject: 'The domain registry has acted in your place',
      paragraphs: [said, 'History shows what has changed.'],
    });
}
