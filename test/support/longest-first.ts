import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: none of them is the last one, for which all others wait. */
const longest = [
  'test/extensions/browser/everybody',
  'test/bench/smoke',
  'test/apis/access/matrix',
  'test/extensions/browser/pages',
  'test/extensions/browser/operators',
  'test/extensions/browser/analysts',
  'test/extensions/browser/',
  'test/server/process/',
  'test/apis/fuzz/',
  'test/server/cli/',
  'test/registry/store/data-dir',
  'test/extensions/facade/',
  'test/apis/graphql/as-of-proof',
  'test/apis/graphql/whole-files',
  'test/server/trouble/',
  'test/apis/http/shares',
  'test/apis/http/registrar/legal-documents',
  'test/apis/http/stalled-readers',
  'test/registry/lifecycle/several-processes',
  'test/apis/parity/billing-provider-trouble',
  'test/apis/access/',
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
