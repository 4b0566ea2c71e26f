import { writeFileSync } from 'node:fs';
import { DefaultReporter } from 'vitest/node';
import { executable } from '../extensions/browser/executable.ts';
import { leftOut, slow } from './slow.ts';

type Module = Parameters<DefaultReporter['onTestModuleEnd']>[0];

/** In a longer run, files that passed are counted and not listed. */
const mostListed = 20;
const everyMs = 15_000;

const counted = (count: number, thing: string): string =>
  `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;

/** Names the files that failed in the file FAILED_FILES, one a line (.ci/run); none if something outside of tests failed. */
function noteFailed(...[modules, errors]: Parameters<DefaultReporter['onTestRunEnd']>): void {
  const { FAILED_FILES: to } = process.env;
  if (to === undefined || errors.length > 0) return;
  const failed = modules.filter((module) => !module.ok());
  writeFileSync(to, failed.map(({ relativeModuleId }) => `${relativeModuleId}\n`).join(''));
}

/** Says how far a long run is, and at its end what it has left out and how to run that. */
export class Progress extends DefaultReporter {
  readonly #kind: keyof typeof leftOut | undefined;
  #files = 0;
  #done = 0;
  #passed = 0;
  #failed = 0;
  readonly #skipped = new Map<string, number>();
  readonly #empty: string[] = [];
  #began = 0;
  #said = 0;

  constructor(kind: keyof typeof leftOut | undefined) {
    super();
    this.#kind = kind;
  }

  get #isLong(): boolean {
    return this.#files > mostListed;
  }

  override onTestRunStart(...given: Parameters<DefaultReporter['onTestRunStart']>): void {
    this.#files = given[0].length;
    this.#began = this.#said = Date.now();
    super.onTestRunStart(...given);
  }

  protected override printTestModule(module: Module): void {
    if (!this.#isLong || module.state() === 'failed') super.printTestModule(module);
  }

  override onTestModuleEnd(module: Module): void {
    super.onTestModuleEnd(module);
    this.#done += 1;
    const tests = [...module.children.allTests()];
    if (tests.length > 0 && tests.every((test) => test.result().state === 'skipped'))
      this.#empty.push(module.relativeModuleId);
    for (const test of tests) {
      const result = test.result();
      if (result.state === 'passed') this.#passed += 1;
      if (result.state === 'failed') this.#failed += 1;
      if (result.state === 'skipped') {
        const reason = result.note ?? '';
        this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
      }
    }
    // A terminal shows Vitest's own count all the time.
    const now = Date.now();
    if (!this.#isLong || this.isTTY || (now - this.#said < everyMs && this.#done < this.#files)) return;
    this.#said = now;
    this.log(
      `${String(Math.floor((100 * this.#done) / this.#files)).padStart(3)} % after ${Math.round((now - this.#began) / 1000)} s: ` +
        `${this.#done} of ${counted(this.#files, 'file')}, ${counted(this.#passed, 'test')} passed, ${this.#failed || 'none'} failed`,
    );
  }

  override onTestRunEnd(...given: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...given);
    noteFailed(...given);
    if (this.#kind === 'core' && this.#empty.length > 0) {
      this.log(
        `Files of which nothing ran: test/support/core.ts must leave them out: ${this.#empty.join(', ')}`,
      );
      process.exitCode = 1;
    }
    if (!this.#isLong) return;
    this.log('Left out, and how to run it:');
    for (const line of this.#leftOut()) this.log(`- ${line}`);
    this.log('');
  }

  *#leftOut(): Generator<string> {
    if (this.#kind === 'after-quick')
      yield `${counted(leftOut['after-quick'].length, 'file')} that need no PostgreSQL: npm test`;
    if (this.#kind === 'quick')
      yield `${counted(leftOut.quick.length, 'file')} that ${Object.keys(slow).join(', or ')}: npm run test:all`;
    if (this.#kind === 'core') {
      yield 'whatever needs an extension, and both APIs side by side: npm test';
      return;
    }
    if (!process.env.TEST_DATABASE_URL)
      yield 'what takes more than one connection: TEST_DATABASE_URL=postgres://... npm run test:all';
    if (!executable && this.#kind !== 'quick')
      yield 'pages in a browser, because none is installed: apt-get install chromium, or CHROMIUM=/path';
    yield 'the packed server, the examples, whole servers that die, rules that are broken on purpose: npm run try-package, examples, chaos, mutants';
    const reasons = [...this.#skipped].filter(([reason]) => reason !== '');
    for (const [reason, count] of reasons) yield `${counted(count, 'test')}: ${reason}`;
    const without = this.#skipped.get('');
    if (without) yield `${counted(without, 'test')} for one of these reasons, by what this machine has`;
  }
}
