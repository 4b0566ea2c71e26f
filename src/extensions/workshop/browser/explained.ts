// What points are, beside a figure of them while the pointer or the focus is on it. Escape hides it.
import { byId } from './editors.ts';

const about = byId('about-points');

function explain({ currentTarget }) {
  about.showPopover();
  const { left, bottom, top } = currentTarget.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = about;
  const isBelow = bottom + offsetHeight + 8 < innerHeight;
  about.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
  about.style.top = `${isBelow ? bottom + 6 : top - offsetHeight - 6}px`;
}
const stop = () => about.hidePopover();

for (const figure of document.querySelectorAll('[aria-describedby="about-points"]')) {
  for (const name of ['pointerenter', 'focus']) figure.addEventListener(name, explain);
  for (const name of ['pointerleave', 'blur']) figure.addEventListener(name, stop);
}
addEventListener('keydown', ({ key }) => key === 'Escape' && stop());
