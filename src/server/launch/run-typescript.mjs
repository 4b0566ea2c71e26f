// Node 22.18 and newer run TypeScript as it is; older ones need a loader (docs/decisions/0004).
if (!process.features.typescript) await import('tsx');
