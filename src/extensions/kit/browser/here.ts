// Keeps the place of the reader in sight: the page in the list of all guides, and the section in "On this page".
import { first } from './dom.ts';

const list = first('.contents', HTMLElement);
const current = list?.querySelector('[aria-current="page"]');
if (list && current && getComputedStyle(list).overflowY === 'auto') {
  const [place, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (place.bottom > frame.bottom - 40) list.scrollTop += place.top - frame.top - frame.height / 3;
}

const here = first('.here', HTMLElement);
const details = here?.querySelector('details');
if (here && details) {
  const wide = matchMedia('(min-width: 88rem)');
  const fold = () => {
    details.open = wide.matches;
  };
  wide.addEventListener('change', fold);
  fold();
  const links = new Map(
    [...here.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  );
  const heads = [...links.keys()].map((id) => document.getElementById(id)).filter((head) => head !== null);
  const show = () => {
    const line = innerHeight / 4;
    const above = heads.filter((head) => head.getBoundingClientRect().top < line);
    const shown = links.get((above.at(-1) ?? heads[0])?.id ?? '');
    for (const link of links.values())
      if (link === shown) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    if (!wide.matches || !shown) return;
    const [place, frame] = [shown.getBoundingClientRect(), here.getBoundingClientRect()];
    if (place.top < frame.top + 20 || place.bottom > frame.bottom - 20)
      here.scrollTop += place.top - frame.top - frame.height / 2;
  };
  let waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        show();
      });
    },
    { passive: true },
  );
  show();
}
