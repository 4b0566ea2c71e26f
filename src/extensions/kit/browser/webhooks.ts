// Polls every few seconds for new deliveries; the page is redrawn only if there are any, so open details stay open.
import { byId } from './dom.ts';

const arrived = byId('arrived');
setInterval(async () => {
  try {
    const page = await (await fetch(location.href)).text();
    const now = new DOMParser().parseFromString(page, 'text/html').getElementById('arrived');
    if (now && now.innerHTML !== arrived.dataset.shown) {
      arrived.dataset.shown = now.innerHTML;
      arrived.replaceChildren(...now.childNodes);
    }
  } catch {
    // The server may be restarting: the next poll tries again.
  }
}, 3000);
arrived.dataset.shown = arrived.innerHTML;
