import type { z } from 'zod';
import { Problems, Refusal, WrongSecret } from '../../../../base/errors.ts';
import type { DomainAction } from '../../../rules/domain/allowed-actions.ts';
import { registrarsOrInPlace } from '../../in-place.ts';
import { type Command, defineCommand, type OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';
import type { DomainDraft } from './domain-draft.ts';
import { type DomainState, lockOwnDomain } from './domain-state.ts';
import { reasonsAgainst } from './reasons-against.ts';
import { saveDomain } from './save-domain.ts';

interface RequestedChange {
  /** The actions of the change, which decide the statuses that forbid it. */
  readonly action: DomainAction | readonly DomainAction[];
  /** The parts of the domain that the change replaces. */
  readonly parts: Partial<DomainDraft>;
  /** The problems with the things that the request names. */
  readonly given?: Problems;
  readonly refusal?: typeof Refusal;
}

type Changed = { readonly id: number; readonly name: string };

type DomainChange<I> = Pick<
  Command<I, Changed>,
  'name' | 'summary' | 'effect' | 'input' | 'errors' | 'conflicts' | 'rest' | 'graphql'
> & {
  /** The words that a registrar reads when an operator has done it in its place: `changed tamm.ee`. */
  readonly did: (input: I) => string;
  /** The mistakes of the request itself, which can be found without the domain. */
  readonly mistakes?: (input: I) => Problems;
  /**
   * Besides these, the problems with what the request names: it is looked up, and what it may not see counts as a
   * guess.
   */
  readonly named?: (context: OperationContext, input: I) => Promise<Problems>;
  wanted(context: OperationContext, state: DomainState, input: I): RequestedChange | Promise<RequestedChange>;
};

/** A change of one of the registrar's own domains: the domain is locked, judged as it would be, and saved. */
export const defineDomainChange = <
  Z extends z.ZodType<{ readonly name: string }>,
  I extends { readonly name: string } = z.output<Z>,
>({
  wanted,
  mistakes = () => new Problems(),
  named,
  did,
  input,
  ...described
}: DomainChange<I> & { readonly input: Z }) =>
  defineCommand<Z, Changed, I>({
    ...described,
    input,
    mistakes,
    inPlace: { of: ({ name }) => ({ domain: name }), did },
    ...registrarsOrInPlace,
    scope: 'WRITE',
    run: async (context, input) => {
      const own = mistakes(input);
      const others = async () => own.with((await named?.(context, input)) ?? new Problems());
      const state = await lockOwnDomain(context, input.name, others, named ? WrongSecret : Refusal);
      const { action, parts, given = own, refusal } = await wanted(context, state, input);
      const settings = await registrySettings(context.db);
      const draft = { ...state.draft, ...parts };
      const change = { wanted: draft, given };
      reasonsAgainst(action, state, { settings, moment: context, change }).refuseIfAny(refusal);
      await saveDomain(context, state, draft, settings);
      return { id: state.row.id, name: state.row.name };
    },
  });
