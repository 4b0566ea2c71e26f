// The buttons of a form with data-deliberate work a second after the window has got the focus. Whoever has just come
// has read nothing, and another site may have brought the window under a click that was meant for something else.
import { every } from './dom.ts';

const restMs = 1000;
const deliberate = every('form[data-deliberate]', HTMLFormElement);
const deciding = deliberate.flatMap((form) => [...form.querySelectorAll('button')]);
let isRested = false;
let resting: number | undefined;

function rest(): void {
  clearTimeout(resting);
  isRested = false;
  // A disabled button loses the focus.
  for (const button of deciding) button.setAttribute('aria-disabled', 'true');
  if (!document.hasFocus()) return;
  resting = setTimeout(() => {
    isRested = true;
    for (const button of deciding) button.removeAttribute('aria-disabled');
  }, restMs);
}

for (const event of ['focus', 'blur', 'pageshow']) addEventListener(event, rest);
document.addEventListener('visibilitychange', rest);
addEventListener('submit', (event) => {
  if (!isRested && deliberate.some((form) => form === event.target)) event.preventDefault();
});
rest();
