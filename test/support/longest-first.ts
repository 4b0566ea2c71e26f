import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: none of them is the last one, for which all others wait. */
const longest = [
  'test/browser/everybody',
  'test/bench/smoke',
  'test/access/matrix',
  'test/browser/pages',
  'test/browser/operators',
  'test/browser/analysts',
  'test/browser/',
  'test/process/',
  'test/fuzz/',
  'test/cli/',
  'test/store/data-dir',
  'test/facade/',
  'test/graphql/as-of-proof',
  'test/graphql/whole-files',
  'test/trouble/',
  'test/http/shares',
  'test/http/registrar/legal-documents',
  'test/http/stalled-readers',
  'test/lifecycle/several-processes',
  'test/parity/billing-provider-trouble',
  'test/access/',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const path = relative(this.ctx.config.root, moduleId);
      const found = longest.findIndex((start) => path.startsWith(start));
      return found < 0 ? longest.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => place(one) - place(other));
  }
}
