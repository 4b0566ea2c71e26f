import type { FastifyBaseLogger } from 'fastify';

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

interface ProgressReport {
  readonly stage: string;
  readonly position: number;
  readonly total: number;
}

const width = 30;
const names: Readonly<Record<string, string>> = { missing: 'what was not met' };

/** The progress of a pass: a bar in a terminal, lines in a log. */
export class Progress {
  readonly #log: FastifyBaseLogger;
  readonly #terminal: Terminal;
  #reported = '';

  constructor(log: FastifyBaseLogger, terminal: Terminal = process.stderr) {
    this.#log = log;
    this.#terminal = terminal;
  }

  report({ stage, position, total }: ProgressReport): void {
    const share = total > 0 ? Math.min(1, position / total) : 0;
    if (this.#terminal.isTTY) {
      const filled = Math.round(share * width);
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
      this.#terminal.write(
        `\r\u001b[K${bar} ${names[stage] ?? stage} ${total > 0 ? `${position} of ${total}` : ''}`,
      );
      return;
    }
    // A line for every tenth.
    const line = `${stage} ${Math.floor(share * 10)}`;
    if (line === this.#reported) return;
    this.#reported = line;
    this.#log.info({ stage, position, total }, 'reading the registry');
  }

  done(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001b[K');
    this.#reported = '';
  }
}
