import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { TestRunner } from 'vitest';
import { runAnew, withMutant } from './run-anew.mjs';

const { MUTANT_PLAN, MUTANT_VERDICTS } = process.env;

/** Judges the drawn mutants one after the other in one process: loading the house takes longer than most tests. */
export default class extends TestRunner {
  /** How a file passes here when nothing is mutated: as it is, only when all is loaded anew, or not at all. */
  ways = new Map();
  /** Whether what is loaded was loaded with a mutant on. */
  spoilt = false;

  async onAfterRunFiles() {
    super.onAfterRunFiles();
    for (const { mutant, id, atStart, judges } of JSON.parse(readFileSync(MUTANT_PLAN, 'utf8'))) {
      const failure = await this.failureWith(id, atStart, judges);
      const verdict = failure ? { status: 'killed', ...failure } : { status: 'survived', by: judges };
      appendFileSync(MUTANT_VERDICTS, `${JSON.stringify({ mutant, ...verdict })}\n`);
    }
  }

  async failureWith(id, atStart, judges) {
    for (const file of judges) {
      const failure = await this.runWith(id, file, atStart || this.ways.get(file) === 'anew');
      if (!failure) continue;
      const way = await this.wayOf(file);
      if (way === 'as it is' || (way === 'anew' && atStart)) return failure;
      const again = way === 'anew' && (await this.runWith(id, file, true));
      if (again) return again;
    }
    return undefined;
  }

  async wayOf(file) {
    if (!this.ways.has(file)) {
      const asItIs = (await this.run(file, false)) === undefined;
      const anew = asItIs || (await this.run(file, true)) === undefined;
      this.ways.set(file, asItIs ? 'as it is' : anew ? 'anew' : 'not at all');
    }
    return this.ways.get(file);
  }

  async runWith(id, file, reload) {
    const failure = await withMutant(id, () => this.run(file, reload));
    this.spoilt = reload;
    return failure;
  }

  run(file, reload) {
    const isSpoilt = this.spoilt;
    this.spoilt = false;
    return runAnew(this, resolve(file), { reload: reload || isSpoilt });
  }
}
