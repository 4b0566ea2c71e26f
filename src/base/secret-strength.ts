import { readOperatorToken } from './operator-tokens.ts';
import { commaList } from './text.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Secrets that could be guessed, and their minimal length. A provider's secrets are as long as it makes them.
 */
const guessable = {
  BILLING_SECRET: 32,
  BUSINESS_REGISTRY_TOKENS: 16,
  OPERATOR_TOKENS: 16,
  METRICS_TOKEN: 16,
  PAYMENT_API_SECRET: 16,
};

/** The secrets of a variable, without the names and roles that stand before the tokens of operators. */
export const secretsIn = (name: string, given = ''): string[] =>
  commaList(given).map((entry) =>
    name === 'OPERATOR_TOKENS' ? (readOperatorToken(entry)?.token ?? entry) : entry,
  );

/** Returns the variables with secrets that could be guessed, and why. */
export function weakSecrets(given: Environment): string[] {
  return Object.entries(guessable).flatMap(([name, shortest]) => {
    const secrets = name.endsWith('TOKENS')
      ? secretsIn(name, given[name])
      : [given[name] ?? ''].filter(Boolean);
    const [first] = secrets
      .map((secret) => weakness(secret, shortest))
      .filter((found) => found !== undefined);
    return first ? [`${name} ${first}`] : [];
  });
}

/** Secrets must differ: otherwise knowing one is knowing the other. */
export function sharedSecrets(given: Environment): string[] {
  const holders = new Map<string, string>();
  const problems = new Set<string>();
  for (const name of [...Object.keys(guessable), 'LINKPAY_TOKEN', 'E_INVOICE_PASSWORD'])
    for (const secret of secretsIn(name, given[name])) {
      const other = holders.get(secret);
      if (other !== undefined && other !== name)
        problems.add(`${name} holds a secret that ${other} holds too`);
      else holders.set(secret, name);
    }
  return [...problems];
}

/** Too short, or typed by hand: repetitions, runs, few different characters. */
function weakness(secret: string, shortest: number): string | undefined {
  if (secret.length < shortest) return `must have at least ${shortest} characters`;
  const codes = Array.from(secret, (sign) => sign.charCodeAt(0));
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const repeats = `${secret}${secret}`.indexOf(secret, 1) < secret.length;
  if (new Set(codes).size < 6 || steps.size < 4 || repeats)
    return 'is too easy to guess: use random characters, such as from openssl rand -hex 32';
  return undefined;
}
