import { runCli } from '#src/server/cli/run.ts';

/** What a command prints. */
export async function cli(args: string | readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return (await printedAndRemarked(args, env)).printed;
}

export async function printedAndRemarked(
  args: string | readonly string[],
  env: NodeJS.ProcessEnv,
  confirm?: (question: string) => Promise<boolean>,
) {
  const printed: string[] = [];
  const remarks: string[] = [];
  await runCli(
    typeof args === 'string' ? args.split(' ') : args,
    env,
    (text) => printed.push(text),
    (text) => remarks.push(text),
    confirm,
  );
  return { printed: printed.join('\n'), remarks };
}
