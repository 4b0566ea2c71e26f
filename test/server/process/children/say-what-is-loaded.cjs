// Loaded into a server before it starts: at its end it says which packages of OpenTelemetry it has loaded.
process.on('exit', () => {
  const names = Object.keys(require.cache).map((path) => /@opentelemetry\/([\w-]+)/.exec(path)?.[1]);
  console.log(`loaded: ${[...new Set(names.filter(Boolean))].sort().join(' ') || 'nothing'}.`);
});
