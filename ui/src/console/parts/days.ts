/** Calendar days of a time zone and moments. */

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone; making one takes up to a millisecond. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(timeZone, made);
  return made;
}

/** Minutes by which the zone's wall clock is ahead of UTC. */
function offset(at: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return Math.round((wall - at) / 60_000);
}

/** The first millisecond of a day such as `2026-11-21`; of the day after with `after`. Undefined when it is no day. */
export function startOfDay(day: string, timeZone: string, after = 0): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return undefined;
  const midnight = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + after);
  if (Number.isNaN(midnight)) return undefined;
  // The offset at midnight itself decides on the days when the clocks change.
  const guess = midnight - offset(midnight, timeZone) * 60_000;
  return midnight - offset(guess, timeZone) * 60_000;
}
