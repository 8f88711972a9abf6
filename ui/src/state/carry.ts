/**
 * What was typed on a page goes along when its language is changed, which loads another document (I2). Never a password; the
 * checkout keeps its own draft.
 */

export const CARRIED = 'kept-input';
const FORM = 'language';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface Carried {
  form: string;
  /** Path of the page that it is for. */
  owner: string;
  /** By the control's id; of boxes and choices whether they are ticked. */
  values: Record<string, string | boolean>;
}

export const isTicked = (control: Control) => control.type === 'checkbox' || control.type === 'radio';

/** Puts aside what stands in the page's controls, for the page at `path`. */
export function carryInput(path: string): void {
  const values: Carried['values'] = {};
  // What is picked outside a form, as the order of a list, stands in the address, which goes along by itself. Brought a second
  // time, before the page has read its address, it would undo what else stands there.
  for (const control of document.querySelectorAll<Control>('input[id],textarea[id],form select[id]')) {
    if (/password|hidden|file/.test(control.type)) continue;
    const value = isTicked(control) ? (control as HTMLInputElement).checked : control.value;
    if (value) values[control.id] = value;
  }
  const carried: Carried = { form: FORM, owner: path, values };
  try {
    window.sessionStorage.setItem(CARRIED, JSON.stringify(carried));
  } catch {
    // Storage may be forbidden or full: the form then simply forgets.
  }
}

/** Whether something was put aside by the page before. */
export function hasCarried(): boolean {
  try {
    return (window.sessionStorage.getItem(CARRIED) ?? '').startsWith(`{"form":"${FORM}"`);
  } catch {
    return false;
  }
}

/** Unpacks what the page before put aside, and puts aside what stands here when a link to another language is followed. */
export function watchSwitch(): void {
  if (hasCarried()) void import('./carried').then(({ unpack }) => unpack()).catch(() => {});
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
    if (link) carryInput(link.pathname);
  });
}
