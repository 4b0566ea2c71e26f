import type { Services } from '../../../apis/services.ts';

/** A call of a tool, without codes and search texts. */
export interface ToldCall {
  readonly at: Date;
  readonly caller: string;
  readonly tool: string;
  readonly arguments: string;
  readonly result: 'read' | 'shown' | 'waits' | 'done' | 'refused';
}

type Listener = (parts: Pick<Services, 'config' | 'database'>, call: ToldCall) => Promise<void>;

const listeners: Listener[] = [];

/** Tells of every call of a tool: the sandbox shows them to everybody. */
export const tellOfCallsTo = (listener: Listener): void => void listeners.push(listener);

export async function tellOfCall(parts: Parameters<Listener>[0], call: ToldCall): Promise<void> {
  for (const listener of listeners) await listener(parts, call);
}
