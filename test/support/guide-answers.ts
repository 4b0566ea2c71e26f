import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../docs/guides/', import.meta.url);
/** A command that is run, and the answer that the guide shows below it. */
const block = /^```sh run\n([\s\S]*?)^```\n(?:```\w+ answer\n([\s\S]*?)^```\n)?/gm;

export interface Command {
  readonly command: string;
  readonly shown: string | undefined;
}

/** Fenced blocks that say so are run, those of a guide one after the other. */
export const guides = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const url = new URL(file, folder);
    const text = readFileSync(url, 'utf8');
    const commands = [...text.matchAll(block)].map(
      ([, command = '', shown]): Command => ({ command, shown: shown?.trimEnd() }),
    );
    return { file, url, text, commands };
  })
  .filter(({ commands }) => commands.length > 0);

/** The text of a guide with these answers below its commands. */
export function withAnswers(text: string, answers: readonly string[]): string {
  const left = [...answers];
  return text.replaceAll(block, (_, command: string) => {
    const answer = left.shift() ?? '';
    const language = answer.startsWith('{') ? 'json' : 'text';
    const shown = answer === '' ? '' : `\`\`\`${language} answer\n${answer}\n\`\`\`\n`;
    return `\`\`\`sh run\n${command}\`\`\`\n${shown}`;
  });
}

const widest = 110;
const longest = 90;
const mostItems = 3;
const mostLines = 12;

/** An answer as a guide shows it: what fits stands on one line, of long lists the first, of long texts the beginning. */
export function answerOf(stdout: string): string {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  if (text.startsWith('{')) return written(JSON.parse(text), '', '');
  const lines = text.split(/\r?\n/);
  return [...lines.slice(0, mostLines), ...(lines.length > mostLines ? ['…'] : [])].join('\n');
}

function written(value: unknown, indent: string, name: string): string {
  if (typeof value === 'string') {
    // Of a secret its kind.
    const [secret] = /^(?:whsec|zg[a-z]?)_/.exec(value) ?? [];
    if (secret) return `"${secret}…"`;
    return JSON.stringify(value.length > longest ? `${value.slice(0, longest - 1)}…` : value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  const all = isList
    ? value.map((item) => written(item, inner, ''))
    : Object.entries(value).map(([key, item]) => `"${key}": ${written(item, inner, `"${key}": `)}`);
  const parts = isList && all.length > mostItems ? [...all.slice(0, mostItems - 1), '…'] : all;
  if (parts.length === 0) return open + close;
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (!line.includes('\n') && indent.length + name.length + line.length <= widest && indent !== '')
    return line;
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

/** Without what is new each time: days and moments, codes and ids, and the order of what comes at once. */
export const lasting = (answer: string): string[] =>
  answer
    .replaceAll(/\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z| UTC| ?[+-]\d\d:?\d\d)?)?/g, '(day)')
    .replaceAll(/"(\w*id|\w*number|serial)": (?:"[^"]*"|\d+)/gi, '"$1": (id)')
    .replaceAll(/"(?=[^"\s]*\d)[^"\s]*[\w-]{16,}[^"\s]*"(?!:)/g, '(code)')
    .replaceAll(/\b[0-9A-F]{6,}\b/g, '(code)')
    .replaceAll(/<(\/?)people-[0-9a-f]+/g, '<$1people-(mark)')
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .sort();
