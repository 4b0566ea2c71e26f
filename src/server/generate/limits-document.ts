import { limits } from '../../base/limits.ts';

const grouped = new Intl.NumberFormat('en-GB');
const inCells = (text: string): string => text.replaceAll('|', '\\|');

/** docs/limits.md: every limit of the product with its reason. */
export function limitsDocument(): string {
  const rows = [...limits]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([what, { value, why }]) => {
      const shown = typeof value === 'string' ? value : grouped.format(value);
      return `| ${inCells(what)} | ${shown} | ${inCells(why)} |`;
    });
  return `# Limits

What is limited, and why. Each limit is declared beside the code that keeps it, with \`limit()\` of [limits.ts](../src/base/limits.ts); this page is made
from the declarations by \`npm run generate\`. Limits that an operator may change are settings ([operating.md](operating.md)); those of a
document of the graph are in [its rules](rules/graph.md#cost-and-limits).

| Limit | Value | Why |
|---|---|---|
${rows.join('\n')}
`;
}
