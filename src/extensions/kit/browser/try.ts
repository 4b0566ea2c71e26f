// Sends the two requests on the landing page as the visitor has edited them, and shows the answers.
import { every, one } from './dom.ts';

async function say(part: HTMLElement): Promise<void> {
  const { authorization = '', method, url = '' } = part.dataset;
  const answer = one('pre', HTMLPreElement, part);
  const text = one('textarea', HTMLTextAreaElement, part).value;
  if (method === 'GET' && !/^\s*(?:GET\s+)?\//.test(text)) {
    answer.textContent =
      'Write GET and a path, such as GET /registry/v1/contacts. The REST docs send every other kind of request.';
    return;
  }
  const headers = { authorization, accept: 'application/json' };
  const asked =
    method === 'POST'
      ? {
          url,
          method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ query: text }),
        }
      : { url: text.trim().replace(/^GET\s+/, ''), method, headers };
  try {
    const response = await fetch(
      new URL(asked.url, location.origin).pathname + new URL(asked.url, location.origin).search,
      asked,
    );
    const body = await response.text();
    try {
      answer.textContent = JSON.stringify(JSON.parse(body), null, 2);
    } catch {
      answer.textContent = `${response.status} ${response.statusText}`;
    }
  } catch {
    answer.textContent = 'No answer came: is the server still there?';
  }
}
for (const part of every('.live', HTMLElement)) {
  part.addEventListener('submit', (event) => {
    event.preventDefault();
    say(part);
  });
  say(part);
}
