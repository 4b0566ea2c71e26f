// Reloads the board every five minutes while its tab is visible, narrows it without leaving the page, shows it on the full
// screen and prints it.

const everyMs = 5 * 60_000;
let askedAt = performance.now();
let asking;

const main = () => document.querySelector('main');
const placesIn = (page) => page.querySelector('.wall')?.dataset.places;

async function askAgain() {
  askedAt = performance.now();
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const headers = { accept: 'text/html' };
    const answer = await fetch(location.href, { cache: 'no-store', credentials: 'omit', headers, signal });
    // An ended board replaces the page; after any other failure the last data stay.
    if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
    const text = await answer.text();
    // Without its style sheet, whose rules say where cards stand: it belongs to the page as it was loaded.
    const [written] = /<main[\s\S]*<\/main>/.exec(text) ?? [''];
    const page = new DOMParser().parseFromString(written, 'text/html');
    if (answer.ok && placesIn(page) !== placesIn(document)) location.reload();
    else show(page);
  } catch {
    if (signal.aborted) return;
    document.querySelector('.wall')?.removeAttribute('aria-busy');
    const read = document.getElementById('read');
    if (read && !read.dataset.away) {
      read.dataset.away = 'true';
      read.append(' It could not be refreshed since.');
    }
  }
}

/** What is open, scrolled and focused stays so. */
function show(page) {
  const opened = [...document.querySelectorAll('.card:has(details[open])')].map(({ id }) => id);
  const scrolled = [...document.querySelectorAll('.inside')].map(({ scrollTop }) => scrollTop);
  const { id: focused } = document.activeElement;
  main().replaceChildren(...page.querySelector('main').childNodes);
  for (const id of opened) document.querySelector(`#${id} details`)?.setAttribute('open', '');
  document.querySelectorAll('.inside').forEach((inside, index) => {
    inside.scrollTop = scrolled[index] ?? 0;
  });
  begin();
  if (focused) document.getElementById(focused)?.focus();
}

/** The buttons that need this script. */
function begin() {
  const tools = document.querySelector('.tools');
  if (!tools) return;
  tools.hidden = false;
  document.getElementById('full-screen').hidden = !document.fullscreenEnabled;
  document.querySelector('.choices button')?.remove();
  nameFullScreen();
}

function nameFullScreen() {
  const button = document.getElementById('full-screen');
  if (button) button.textContent = document.fullscreenElement ? 'Leave full screen' : 'Full screen';
}

document.addEventListener('fullscreenchange', nameFullScreen);
document.addEventListener('click', ({ target }) => {
  if (target.id === 'print') print();
  if (target.id !== 'full-screen') return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
document.addEventListener('change', ({ target }) => {
  const form = target.closest('.choices');
  if (!form) return;
  const chosen = [...new FormData(form)].filter(([, value]) => value !== '');
  history.replaceState(
    null,
    '',
    `${location.pathname}${chosen.length > 0 ? `?${new URLSearchParams(chosen)}` : ''}`,
  );
  document.querySelector('.wall').ariaBusy = 'true';
  askAgain();
});

function whenDue() {
  if (document.visibilityState === 'visible' && performance.now() - askedAt >= everyMs) askAgain();
}

begin();
setInterval(whenDue, 1000);
document.addEventListener('visibilitychange', whenDue);
