import type { Generated } from 'kysely';

declare module '../../../registry/store/tables/schema.ts' {
  interface Tables {
    mirror: MirrorTable;
    mirror_objects: MirrorObjectTable;
  }
}

export interface MirrorTable {
  only_row: Generated<boolean>;
  registrar_id: number;
  stage: string | null;
  position: Generated<number>;
  total: Generated<number>;
  began_at: Date | null;
  synced_at: Date | null;
  trouble: string | null;
}

export type MirrorKind = 'domain' | 'contact' | 'account' | 'notifications';

interface MirrorObjectTable {
  kind: MirrorKind;
  key: string;
  read_at: Date;
  written: Generated<number>;
  gone: Generated<boolean>;
}
