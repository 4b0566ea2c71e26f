// Docs, completion and validation use the schema of the open tab's caller.
import { first } from '../../kit/browser/dom.ts';
import { onWriting } from './editors.ts';
import { authorizationNow } from './session.ts';

let shownFor: string | null | undefined;
onWriting(['headers'], 300, () => {
  const authorization = authorizationNow();
  const before = shownFor;
  shownFor = authorization;
  // GraphiQL fetches the first schema itself.
  if (before === undefined || before === authorization) return;
  first('.graphiql-sidebar button[aria-label^="Re-fetch"]', HTMLElement)?.click();
});
