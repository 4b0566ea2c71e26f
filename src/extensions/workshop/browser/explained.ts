// Explains points beside a figure of them while the pointer or the focus is on it. Escape hides it.
import { byId, every } from '../../kit/browser/dom.ts';

const about = byId('about-points');

function explain(figure: HTMLElement): void {
  about.showPopover();
  const { left, bottom, top } = figure.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = about;
  const isBelow = bottom + offsetHeight + 8 < innerHeight;
  about.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
  about.style.top = `${isBelow ? bottom + 6 : top - offsetHeight - 6}px`;
}
const stop = (): void => about.hidePopover();

for (const figure of every('[aria-describedby="about-points"]', HTMLElement)) {
  for (const name of ['pointerenter', 'focus']) figure.addEventListener(name, () => explain(figure));
  for (const name of ['pointerleave', 'blur']) figure.addEventListener(name, stop);
}
addEventListener('keydown', ({ key }) => key === 'Escape' && stop());
