// Looks every few seconds for what has arrived; when nothing has, what is open stays open.
const arrived = document.getElementById('arrived');
setInterval(async () => {
  try {
    const page = await (await fetch(location.href)).text();
    const now = new DOMParser().parseFromString(page, 'text/html').getElementById('arrived');
    if (now && now.innerHTML !== arrived.dataset.shown) {
      arrived.dataset.shown = now.innerHTML;
      arrived.replaceChildren(...now.childNodes);
    }
  } catch {
    // The server is away for a moment: the next look will tell.
  }
}, 3000);
arrived.dataset.shown = arrived.innerHTML;
