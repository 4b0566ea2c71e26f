import { type Command, fail, text } from '../../../base/command.ts';

const zoneFile: Command = {
  name: 'zone',
  summary: 'print the file of a zone for nameservers',
  argument: 'zone',
  options: {},
  details: 'zonegraph zone ee > ee.zone. Files with the same serial are identical.',
  run: async ({ given, registry, print }) => {
    const zone = text(given, 'zone') ?? fail('Say which zone, such as: zone ee');
    const pieces = (await registry(true)).download(`/operator/zones/${encodeURIComponent(zone)}.zone`);
    // A piece may end in the middle of a line.
    let rest = '';
    for await (const piece of pieces) {
      const lines = rest + piece;
      const end = lines.lastIndexOf('\n');
      rest = lines.slice(end + 1);
      if (end >= 0) print(lines.slice(0, end));
    }
    if (rest !== '') print(rest);
  },
};

export const commands: readonly Command[] = [zoneFile];
