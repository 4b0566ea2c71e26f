import type { Permit } from '../../core/actor.ts';

/** Whoever can say who it is (design/rulings.md "sandbox fields"). */
export const anyCaller: readonly Permit[] = ['registrar', 'portal', 'billing', 'operator'];
