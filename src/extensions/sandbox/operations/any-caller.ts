import type { Permit } from '../../core/actor.ts';

/** Every authenticated caller (docs/rules/product.md#sandbox-fields). */
export const anyCaller: readonly Permit[] = ['registrar', 'portal', 'billing', 'operator'];
