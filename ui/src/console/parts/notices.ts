/**
 * Where notices stand: deeds that wait and confirmations, one stack in a corner of the window. Dialogs, bars and the end of a page
 * leave it room (`styles/console.css`), and F6 leads to it and back, out of an open dialog, too.
 */

type Room = '--deeds-height' | '--toasts-height';

/** In the order in which F6 leads to them: what can be undone first. */
const ORDER: Room[] = ['--deeds-height', '--toasts-height'];
/** Confirmations are alert dialogs too, but no sections. */
const DIALOG = 'section[role$="dialog"]';
const shown = new Map<Room, HTMLElement>();
/** What had focus before the notices got it. */
let before: Element | null = null;

/** A ref for the part of the stack that takes this room. */
const partOf = (room: Room) => (element: HTMLElement) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty(room, `calc(${element.offsetHeight}px + var(--space-2))`);
    keepFocusInSight(element);
  });
  observer.observe(element);
  element.addEventListener('focusin', onFocusIn);
  // React Aria listens on the document, and knows the confirmations only.
  if (shown.size === 0) window.addEventListener('keydown', onKey, true);
  shown.set(room, element);
  return () => {
    observer.disconnect();
    element.removeEventListener('focusin', onFocusIn);
    style.removeProperty(room);
    shown.delete(room);
    if (shown.size === 0) window.removeEventListener('keydown', onKey, true);
  };
};

export const deedsPart = partOf('--deeds-height');
const toasts = partOf('--toasts-height');
export const toastsPart = (element: HTMLElement | null) => (element ? toasts(element) : undefined);

/** What is being used is not covered by a notice that comes: the page moves just as far. */
function keepFocusInSight(notices: HTMLElement): void {
  const active = document.activeElement;
  if (!active || !document.getElementById('content')?.contains(active)) return;
  const [one, other] = [active.getBoundingClientRect(), notices.getBoundingClientRect()];
  const isBeside = one.right <= other.left || one.left >= other.right;
  const isClear = isBeside || one.bottom <= other.top || one.top >= other.bottom;
  // What is higher than a line or two, such as the content as a whole, cannot be moved clear of it.
  if (!isClear && one.height < window.innerHeight / 3) window.scrollBy(0, one.bottom - other.top + 8);
}

function onFocusIn({ relatedTarget }: FocusEvent): void {
  const from = relatedTarget instanceof Element ? relatedTarget : null;
  if (![...shown.values()].some((part) => part.contains(from))) before = from;
}

/** Leads back to where one was before: into the open dialog, if there is one. */
export function leaveNotices(): void {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
  else ([...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1) ?? document.getElementById('content'))?.focus();
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const active = document.activeElement;
  const parts = ORDER.flatMap((room) => shown.get(room) ?? []);
  if (event.shiftKey) parts.reverse();
  const next = parts[parts.findIndex((part) => part.contains(active)) + 1]?.querySelector('button');
  if (next) next.focus();
  else leaveNotices();
}
