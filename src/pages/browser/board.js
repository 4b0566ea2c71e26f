// Asks for the board again every five minutes while it is looked at.

const everyMs = 5 * 60_000;
let askedAt = performance.now();

async function askAgain() {
  askedAt = performance.now();
  try {
    const headers = { accept: 'text/html' };
    const answer = await fetch(location.href, { cache: 'no-store', credentials: 'omit', headers });
    // A board that has ended says so too; whatever else went wrong leaves what was read before.
    if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.querySelector('main').replaceChildren(...page.querySelector('main').childNodes);
  } catch {
    const read = document.getElementById('read');
    if (read && !read.dataset.away) {
      read.dataset.away = 'true';
      read.append(' It could not be read again since.');
    }
  }
}

function whenDue() {
  if (document.visibilityState === 'visible' && performance.now() - askedAt >= everyMs) askAgain();
}

setInterval(whenDue, 1000);
document.addEventListener('visibilitychange', whenDue);
