// Plain JavaScript, because a worker thread of Node 20 takes no loader from its options.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
