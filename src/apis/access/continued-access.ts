import type { Admission, Admissions } from './admissions.ts';

interface ContinuedAccessParts {
  readonly admissions: Admissions;
  readonly service: { readonly ending: boolean };
}

/** Checks whether the next page may be read: the caller may have been refused since the first. */
export class ContinuedAccess {
  readonly #parts: ContinuedAccessParts;
  readonly #admission: Admission;
  /** A reader that holds the only connection sees no changes, and would wait for itself. */
  readonly #isAlone: boolean;
  readonly end: () => void;
  #isOver = false;

  constructor(parts: ContinuedAccessParts, admission: Admission, { writes }: { readonly writes: unknown }) {
    this.#parts = parts;
    this.#admission = admission;
    this.#isAlone = writes !== undefined;
    this.end = parts.admissions.watch(admission, () => {
      this.#isOver = true;
    });
  }

  /** The reason, as text. */
  async stopReason(): Promise<string | undefined> {
    const { service, admissions } = this.#parts;
    if (service.ending) return 'the registry is being restarted';
    const ended = 'the credentials of the request are no longer valid';
    if (this.#isOver) return ended;
    if (this.#isAlone) return undefined;
    return admissions.holds(this.#admission).then(
      (holds) => (holds ? undefined : ended),
      () => 'it could not be checked whether it may still be read',
    );
  }
}
