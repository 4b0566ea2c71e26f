// Docs, completion and checks go by what the caller of the open tab can use: another caller, another schema.
import { onWriting } from './editors.js';
import { authorizationNow } from './session.js';

let shownFor;
onWriting(['headers'], 300, () => {
  const authorization = authorizationNow();
  const before = shownFor;
  shownFor = authorization;
  // GraphiQL reads it by itself when it starts.
  if (before === undefined || before === authorization) return;
  document.querySelector('.graphiql-sidebar button[aria-label^="Re-fetch"]')?.click();
});
