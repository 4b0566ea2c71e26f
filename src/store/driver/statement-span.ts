import { type Span, spanHere } from '../../core/tracing.ts';

/** What a statement does to which table; its text only has places for values, and even so it stays here. */
export function statementSpan(sql: string): Span | undefined {
  const parent = spanHere();
  if (parent === undefined) return undefined;
  const verb = /\w+/.exec(sql)?.[0].toLowerCase() ?? 'statement';
  const table = tableOf(sql);
  return parent.start(table ? `${verb} ${table}` : verb, 'client', {
    'db.system.name': 'postgresql',
    'db.operation.name': verb,
    ...(table && { 'db.collection.name': table }),
  });
}

/** The first one outside of brackets, where other statements stand; or of the statement that it reads from. */
function tableOf(sql: string): string | undefined {
  let depth = 0;
  for (const [found, table] of sql.matchAll(/from\s*\((?=select)|[()]|\b(?:from|into|update)\s+"?(\w+)/gi)) {
    const opens = found === '(' || (found.endsWith('(') && depth > 0);
    if (opens) depth += 1;
    else if (found === ')') depth -= 1;
    else if (table && depth === 0) return table;
  }
  return undefined;
}
