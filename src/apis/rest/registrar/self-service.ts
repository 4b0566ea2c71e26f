import { type Failure, Refusal, reportedByRest } from '../../../base/errors.ts';
import type { RestRoute } from '../route.ts';

/**
 * Self-service routes report all problems in one text, with the code of the first
 * (docs/rules/self-service.md); no documented API has these routes.
 */
export const selfService = (route: RestRoute): RestRoute => ({
  ...route,
  extension: true,
  handle: async (call) => {
    try {
      return await route.handle(call);
    } catch (error) {
      throw error instanceof Refusal ? new Refusal([inOne(error.failures)]) : error;
    }
  },
});

const inOne = (failures: readonly [Failure, ...Failure[]]): Failure => ({
  ...failures[0],
  message: reportedByRest(failures)
    .map(({ message }) => message)
    .join(', '),
});

/** PATCH does what PUT does. */
export const putOrPatch = (route: RestRoute): RestRoute[] => [
  route,
  { ...route, method: 'PATCH', extension: true },
];

/** Ids are integers; any other value matches nothing. */
export function idIn(text: string | undefined): number {
  const id = /^\d{1,16}$/.test(text ?? '') ? Number(text) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}
