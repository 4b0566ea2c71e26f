import fc from 'fast-check';

/** Each run tries properties with the same examples, so that none fails by chance; with others: PROPERTY_SEED=7. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 12) });

export { fc };
