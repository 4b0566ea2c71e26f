import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { TestRunner } from 'vitest';
import { runAnew, withMutant } from './run-anew.mjs';

const { MUTANT_PLAN, MUTANT_VERDICTS } = process.env;

/** Judges the drawn mutants one after the other in one process: loading the house takes longer than most tests. */
export default class extends TestRunner {
  /** Which files pass here when nothing is mutated. */
  sound = new Map();
  /** Whether what is loaded was loaded with a mutant on. */
  spoilt = false;

  async onAfterRunFiles() {
    super.onAfterRunFiles();
    for (const { mutant, id, atStart, judges } of JSON.parse(readFileSync(MUTANT_PLAN, 'utf8'))) {
      const verdict = (await this.failureWith(id, atStart, judges)) ?? { status: 'survived', by: judges };
      appendFileSync(MUTANT_VERDICTS, `${JSON.stringify({ mutant, ...verdict })}\n`);
    }
  }

  async failureWith(id, atStart, judges) {
    for (const file of judges) {
      const failure = await withMutant(id, () => this.run(file, atStart));
      this.spoilt ||= atStart;
      if (failure && (await this.isSound(file))) return { status: 'killed', ...failure };
    }
    return undefined;
  }

  async isSound(file) {
    if (!this.sound.has(file)) this.sound.set(file, (await this.run(file, false)) === undefined);
    return this.sound.get(file);
  }

  async run(file, reload) {
    const failure = await runAnew(this, resolve(file), { reload: reload || this.spoilt });
    this.spoilt = false;
    return failure;
  }
}
