/** Puts what was carried from the page in another language into this one's controls, as if it were typed. */

import { CARRIED, type Carried, type Control, isTicked } from './carry';

/** After hydration: the controls' own listeners must hear it. */
export function unpack(): void {
  const { owner, values } = JSON.parse(window.sessionStorage.getItem(CARRIED) ?? '') as Carried;
  window.sessionStorage.removeItem(CARRIED);
  if (owner !== window.location.pathname) return;
  for (const [id, value] of Object.entries(values)) {
    const control = document.getElementById(id) as Control | null;
    if (!control || !('value' in control)) continue;
    if (isTicked(control)) {
      if (!(control as HTMLInputElement).checked) control.click();
    } else if (control.value !== value) {
      control.value = String(value);
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}
