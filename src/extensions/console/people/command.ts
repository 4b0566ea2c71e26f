import { type Command, type CommandLine, fail, text } from '../../../base/command.ts';
import { dryRun, dryRunSuffix, mutate } from '../../../server/cli/commands/mutation.ts';
import { personDocument } from './document.ts';

interface Person {
  readonly key: string;
  readonly contacts: readonly string[];
  readonly places: readonly {
    readonly name: string;
    readonly kept: string | null;
    readonly isWhole: boolean;
    readonly rows: readonly object[];
  }[];
}

interface Erased {
  readonly contacts: number;
  readonly histories: number;
  readonly mails: number;
  readonly questions: number;
  readonly boards: number;
  readonly approvals: number;
  readonly kept: readonly string[];
}

const named = {
  ident: { description: 'by country and identity code, such as EE:37605030299', value: 'country:code' },
  email: { description: 'by e-mail address', value: 'address' },
};
const ofErasure = {
  reason: { description: 'why it is erased, without naming the person', value: 'text' },
  partly: { description: 'erase the rest, even if a domain uses a contact of the person' },
};

const person: Command = {
  name: 'person',
  summary: 'print everything that is held about a person, or erase what is not needed any more',
  options: {
    ...named,
    html: { description: 'a document to read or print, instead of JSON' },
    erase: { description: 'erase what is not needed any more; needs --reason' },
    ...ofErasure,
    'dry-run': dryRun,
  },
  details:
    'For operators with the role SUPPORT or ADMIN. The search is written to the access log. History keeps that something was erased, and why.',
  run: async (line) => {
    const { given, registry, print } = line;
    const [ident, email] = [text(given, 'ident'), text(given, 'email')];
    if ((ident === undefined) === (email === undefined))
      fail('Say who: --ident EE:37605030299 or --email mari@kask.example');
    if (given.erase === true) return erase(line);
    for (const name of [...Object.keys(ofErasure), 'dry-run'])
      if (given[name] !== undefined) fail(`--${name} counts only with --erase`);
    const found = await (await registry()).ask<{ person: Person }>(
      'query ($ident: String, $email: String) { person(ident: $ident, email: $email) { key contacts places { name kept isWhole rows } } }',
      { ident, email },
    );
    print(given.html === true ? personDocument(found.person) : JSON.stringify(found.person, null, 2));
  },
};

async function erase(line: CommandLine): Promise<void> {
  if (text(line.given, 'reason') === undefined) fail('--reason is required');
  const erased = await mutate<Erased>(
    line,
    {
      field: 'personErase',
      options: { ...named, ...ofErasure },
      select: 'contacts histories mails questions boards approvals kept',
    },
    (option, given) => given[option],
  );
  const { contacts, histories, mails, questions, boards, approvals, kept } = erased;
  line.print(
    [
      `Erased${dryRunSuffix(line)}`,
      `contacts: ${contacts}; removed from history, earlier ones included: ${histories}`,
      `mails and calls of webhooks: ${mails}`,
      `published questions: ${questions}; boards: ${boards}`,
      `approvals: ${approvals}`,
      ...(kept.length > 0 ? [`What stays: ${kept.join(', ')}`] : []),
    ].join('\n'),
  );
}

export const commands: readonly Command[] = [person];
