import type { ObjectType, Recipient } from '../../base/events.ts';

/** An object that a write would change, or has changed. */
export interface ShownObject {
  readonly type: ObjectType;
  readonly name: string;
}

/** The effects of a write that a person sees before deciding: as history would keep them, without secrets. */
export type ShownWrite = {
  /** `Renews a domain: tamm.ee` */
  readonly summary: string;
  readonly changes: readonly (ShownObject & {
    readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  })[];
  /** How many objects change; `changes` has the first. */
  readonly changed: number;
  readonly notices: {
    readonly mails: number;
    readonly messages: number;
    readonly recipients: readonly {
      readonly by: 'mail' | 'message';
      readonly to: Recipient;
      readonly count: number;
    }[];
  };
  /** The items of a bulk write that would be refused. */
  readonly refused: readonly { readonly name: string; readonly message: string }[];
  readonly document: { readonly type: string; readonly bytes: number } | null;
};
