import { type Command, fail, text } from '../command.ts';

export const zoneFile: Command = {
  name: 'zone',
  summary: 'print the file of a zone for nameservers',
  argument: 'zone',
  options: {},
  details: 'zonegraph zone ee > ee.zone. Two files with the same serial are the same.',
  run: async ({ given, registry, print }) => {
    const zone = text(given, 'zone') ?? fail('Say which zone, such as: zone ee');
    const pieces = (await registry(true)).download(`/operator/zones/${encodeURIComponent(zone)}.zone`);
    // A piece need not end where a line does.
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
