// Docs, completion and validation use the schema of the open tab's caller.
import { onWriting } from './editors.ts';
import { authorizationNow } from './session.ts';

let shownFor;
onWriting(['headers'], 300, () => {
  const authorization = authorizationNow();
  const before = shownFor;
  shownFor = authorization;
  // GraphiQL fetches the first schema itself.
  if (before === undefined || before === authorization) return;
  document.querySelector('.graphiql-sidebar button[aria-label^="Re-fetch"]')?.click();
});
