import type { OperatorRole } from '../../../../base/actor.ts';
import type { BulkWork } from '../../store/bulk-works.ts';
import { writeCalled } from './bulk-writes.ts';

/** The role that a work needs until its end: a portfolio moves by transfers, but needs more than they do. */
export const roleFor = ({ registrar_id, operation }: BulkWork): OperatorRole =>
  registrar_id === null ? (writeCalled(operation)?.operation.operators ?? 'ADMIN') : 'ADMIN';
