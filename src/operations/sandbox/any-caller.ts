import type { Permit } from '../../core/actor.ts';

/** Whoever can say who it is (docs/rules/product.md#sandbox-fields). */
export const anyCaller: readonly Permit[] = ['registrar', 'portal', 'billing', 'operator'];
