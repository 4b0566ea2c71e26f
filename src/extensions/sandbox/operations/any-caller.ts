import type { Permit } from '../../../base/actor.ts';

/** Every authenticated caller (docs/rules/product.md#sandbox-fields). */
export const anyCaller: readonly Permit[] = ['registrar', 'portal', 'billing', 'operator'];
