import type { ErrorCode } from '../../../../base/error-catalogue.ts';
import type { Failure } from '../../../../base/errors.ts';
import { type DomainAction, forbiddenBy, forbiddenByDispute } from '../../../rules/domain/allowed-actions.ts';
import type { JudgedState } from './domain-state.ts';

/** The errors of every change of a domain: it does not exist, is forbidden, or would be invalid. */
export const changeErrors: readonly ErrorCode[] = [
  'PARAMETER_VALUE_RANGE',
  'OBJECT_DOES_NOT_EXIST',
  'OBJECT_STATUS_PROHIBITS',
  'PARAMETER_VALUE_POLICY',
  'DATA_MANAGEMENT_POLICY',
];

/**
 * Why a domain does not allow these actions now: its statuses, then a dispute over its name
 * (docs/rules/registrar.md#what-statuses-forbid). A text that forbids several of them is reported once.
 */
export function forbidden({ row }: Pick<JudgedState, 'row'>, ...actions: readonly DomainAction[]): Failure[] {
  const reasons = [
    ...actions.flatMap((action) => forbiddenBy(action, row.statuses)),
    ...(row.disputed ? actions.flatMap(forbiddenByDispute) : []),
  ];
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}
