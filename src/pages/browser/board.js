// Reloads the board every five minutes while its tab is visible.

const everyMs = 5 * 60_000;
let askedAt = performance.now();

async function askAgain() {
  askedAt = performance.now();
  try {
    const headers = { accept: 'text/html' };
    const answer = await fetch(location.href, { cache: 'no-store', credentials: 'omit', headers });
    // An ended board replaces the page; after any other failure the last data stay.
    if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.querySelector('main').replaceChildren(...page.querySelector('main').childNodes);
  } catch {
    const read = document.getElementById('read');
    if (read && !read.dataset.away) {
      read.dataset.away = 'true';
      read.append(' It could not be refreshed since.');
    }
  }
}

function whenDue() {
  if (document.visibilityState === 'visible' && performance.now() - askedAt >= everyMs) askAgain();
}

setInterval(whenDue, 1000);
document.addEventListener('visibilitychange', whenDue);
