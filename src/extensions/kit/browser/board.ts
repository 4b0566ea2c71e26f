// Reloads the board every five minutes while its tab is visible, narrows it without leaving the page, shows it on the
// full screen and prints it.
import { byId, every, first, one, targetOf } from './dom.ts';

const everyMs = 5 * 60_000;
let askedAt = performance.now();
let asking: AbortController | undefined;

const wallIn = (page: Document): HTMLElement | undefined => first('.wall', HTMLElement, page);
const placesIn = (page: Document): string | undefined => wallIn(page)?.dataset.places;

async function askAgain(): Promise<void> {
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
    // The style sheet, whose rules say where cards stand, is left out: it belongs to the page as it was loaded.
    const [written] = /<main[\s\S]*<\/main>/.exec(text) ?? [''];
    const page = new DOMParser().parseFromString(written, 'text/html');
    if (answer.ok && placesIn(page) !== placesIn(document)) location.reload();
    else show(page);
  } catch {
    if (signal.aborted) return;
    wallIn(document)?.removeAttribute('aria-busy');
    const read = document.getElementById('read');
    if (read && !read.dataset.away) {
      read.dataset.away = 'true';
      read.append(' It could not be refreshed since.');
    }
  }
}

/** Shows the page; what is open, scrolled and focused stays so. */
function show(page: Document): void {
  const opened = [...document.querySelectorAll('.card:has(details[open])')].map(({ id }) => id);
  const scrolled = every('.inside', HTMLElement).map(({ scrollTop }) => scrollTop);
  const focused = document.activeElement?.id;
  one('main', HTMLElement).replaceChildren(...one('main', HTMLElement, page).childNodes);
  for (const id of opened) document.querySelector(`#${id} details`)?.setAttribute('open', '');
  every('.inside', HTMLElement).forEach((inside, index) => {
    inside.scrollTop = scrolled[index] ?? 0;
  });
  begin();
  if (focused) document.getElementById(focused)?.focus();
}

/** The buttons that need this script. */
function begin(): void {
  const tools = first('.tools', HTMLElement);
  if (!tools) return;
  tools.hidden = false;
  byId('full-screen').hidden = !document.fullscreenEnabled;
  document.querySelector('.choices button')?.remove();
  nameFullScreen();
}

function nameFullScreen(): void {
  const button = document.getElementById('full-screen');
  if (button) button.textContent = document.fullscreenElement ? 'Leave full screen' : 'Full screen';
}

document.addEventListener('fullscreenchange', nameFullScreen);
document.addEventListener('click', (event) => {
  const id = targetOf(event)?.id;
  if (id === 'print') print();
  if (id !== 'full-screen') return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
document.addEventListener('change', (event) => {
  const form = targetOf(event)?.closest('.choices');
  if (!(form instanceof HTMLFormElement)) return;
  const chosen = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  history.replaceState(
    null,
    '',
    `${location.pathname}${chosen.length > 0 ? `?${new URLSearchParams(chosen)}` : ''}`,
  );
  one('.wall', HTMLElement).ariaBusy = 'true';
  askAgain();
});

function whenDue(): void {
  if (document.visibilityState === 'visible' && performance.now() - askedAt >= everyMs) askAgain();
}

begin();
setInterval(whenDue, 1000);
document.addEventListener('visibilitychange', whenDue);
