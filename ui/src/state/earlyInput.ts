/**
 * Input from before hydration. Browsers show what was typed or chosen, filled in or restored by then, but no component has
 * heard of it: it is told to them as if it came now.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isChoice = ({ type }: Control) => /^(select|radio|checkbox)/.test(type);

/** Whether a control differs from what the server sent. */
function isChanged(control: Control): boolean {
  if ('options' in control) {
    const served = [...control.options].findIndex((option) => option.hasAttribute('selected'));
    return control.selectedIndex >= 0 && control.selectedIndex !== Math.max(served, 0);
  }
  if (!isChoice(control)) return control.value !== control.defaultValue;
  const { type, checked, defaultChecked } = control as HTMLInputElement;
  // Of a group of radio buttons only the chosen one speaks.
  return checked !== defaultChecked && (checked || type === 'checkbox');
}

/** Whether a control only fills in a form: that of a form with `data-live` acts at once, as one without a form. */
const fillsIn = ({ form }: Control) => form !== null && form.dataset.live === undefined;

function changed(isOfForm: boolean): Control[] {
  return [...document.querySelectorAll<Control>('input:not([type=hidden]),select,textarea')].filter(
    (control) => fillsIn(control) === isOfForm && isChanged(control),
  );
}

function tell(control: Control): void {
  control.dispatchEvent(new Event(isChoice(control) ? 'change' : 'input', { bubbles: true }));
}

let pressed: HTMLElement | null | undefined;

function record(event: Event): void {
  pressed = (event.target as Element).closest<HTMLElement>('[data-replay]');
  // One that sends a form would leave the page, and send it again at each press.
  if (pressed) event.preventDefault();
}

/** The recorded button, which is pressed once. */
function take(): HTMLElement | null | undefined {
  const button = pressed;
  pressed = undefined;
  return button;
}

function replayPress(): void {
  take()?.click();
}

function sendPressed(): void {
  const button = take();
  if (button instanceof HTMLButtonElement) button.form?.requestSubmit(button);
}

/**
 * Records presses in a part that is hydrated later, which the first one asks for. The result replays the last, to be called once it
 * is hydrated. Where its code does not come the browser sends the form.
 */
export function recordPressesIn(part: HTMLElement, load: () => Promise<unknown>): () => void {
  const recordAndLoad = (event: Event) => {
    record(event);
    if (pressed) load().catch(sendPressed);
  };
  part.addEventListener('click', recordAndLoad, true);
  return () => {
    part.removeEventListener('click', recordAndLoad, true);
    if (part.contains(pressed ?? null)) setTimeout(replayPress);
  };
}

/** Records presses of buttons with `data-replay`, which do nothing yet. To be called as early as possible. */
export function recordPresses(): void {
  document.addEventListener('click', record, true);
}

/** The page's scripts have failed: from now on the browser sends forms, and the one whose button was pressed. */
export function giveUp(): void {
  document.removeEventListener('click', record, true);
  sendPressed();
}

/**
 * Notes the input of forms. To be called right before hydration, which empties text areas; the result replays it, right
 * after, before a second rendering overwrites the rest.
 */
export function noteForms(): () => void {
  const noted = changed(true).map((control) => [control, control.value] as const);
  return () => {
    document.removeEventListener('click', record, true);
    for (const [control, value] of noted) {
      if (control.value !== value) control.value = value;
      tell(control);
    }
  };
}

/**
 * Replays the other input, which may navigate (the order of a list, the options of a product), and the last press. To be
 * called when effects have run.
 */
export function replayOthers(): void {
  const others = changed(false);
  for (const control of others) tell(control);
  // Rendered by then. A quantity counts when its field is left.
  setTimeout(() => {
    for (const control of others) {
      if (control !== document.activeElement) control.dispatchEvent(new Event('focusout', { bubbles: true }));
    }
    setTimeout(replayPress);
  });
}
