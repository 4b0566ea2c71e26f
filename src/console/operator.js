// The console works without this: it draws the charts, and lets / lead to the search.
const search = document.getElementById('search');
document.addEventListener('keydown', (event) => {
  const isWriting = event.target.closest?.('input, select, textarea');
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search?.focus();
});

const reported = document.getElementById('facts');
const month = (day) => day.slice(0, 7);
for (const { id, label, unit, rows } of reported ? JSON.parse(reported.textContent).charts : []) {
  const place = document.getElementById(id);
  const drawn = Plot.plot({
    ariaLabel: label,
    width: 340,
    height: 170,
    marginLeft: 44,
    style: { background: 'transparent', fontSize: '12px' },
    x: {
      type: 'band',
      label: null,
      tickFormat: (day) => month(day),
      ticks: rows.filter((_, index) => index % 3 === 0).map(([day]) => day),
    },
    y: { label: unit, grid: true, tickFormat: 's', ticks: 4 },
    marks: [
      Plot.barY(rows, {
        x: ([day]) => day,
        y: ([, value]) => value,
        fill: 'var(--bars)',
        inset: 1,
        title: ([day, value]) => `${month(day)}: ${value}`,
      }),
      Plot.ruleY([0]),
    ],
  });
  // Its styles are in our stylesheet: the page takes no other styles.
  drawn.querySelector('style')?.remove();
  for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  drawn.setAttribute('role', 'img');
  place?.replaceChildren(drawn);
}
