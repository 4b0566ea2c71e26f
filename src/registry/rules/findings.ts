import type { Failure } from '../../base/errors.ts';

/**
 * The problems that a rule found, in the two groups of docs/rules/registrar.md#which-refusal-is-reported: direct
 * errors are reported before field validations, whatever was checked first. Pass them to `Problems.direct`
 * and `.validation`.
 */
export interface Findings {
  readonly direct: readonly Failure[];
  readonly validation: readonly Failure[];
}

export const noFindings: Findings = { direct: [], validation: [] };

/** Returns a failure as one inside a list or object of the input: `nest(reason, 'nameservers', '0')`. */
export function nest(reason: Failure, ...segments: readonly string[]): Failure {
  return { ...reason, path: [...segments, ...(reason.path ?? [])] };
}
