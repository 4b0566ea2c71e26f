import { type Span, spanHere } from '../../../../base/tracing.ts';

/** The verb and table of a statement; its text only has placeholders for values, and still it is not exported. */
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

/** The first keyword outside of brackets, which hold subqueries; or that of the statement that it reads from. */
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
