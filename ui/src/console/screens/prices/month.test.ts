import { describe, expect, it } from 'vitest';
import { daysOf, lanesOf, monthAfter, readMonth, weeksOf } from './month';

describe('a month of the calendar', () => {
  it('has whole weeks from Monday', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks.at(-1)?.[6]).toBe('2026-12-06');
    expect(weeks).toHaveLength(6);
    expect(weeksOf('2027-02')).toHaveLength(4);
  });

  it('is read from the address, or is that of today', () => {
    expect(readMonth('2026-13', '2026-11-27')).toBe('2026-11');
    expect(readMonth('2027-01', '2026-11-27')).toBe('2027-01');
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('counts no day on which a campaign has ended at midnight', () => {
    expect(daysOf({ begins: '2026-11-28T09:00:00', ends: '2026-11-30T00:00:00' })).toEqual([
      '2026-11-28',
      '2026-11-29',
    ]);
    expect(daysOf({ begins: '2026-11-28T09:00:00', ends: '2026-11-30T00:01:00' })).toEqual([
      '2026-11-28',
      '2026-11-30',
    ]);
  });

  it('puts campaigns of the same days side by side', () => {
    const of = (begins: string, ends: string) => ({ begins: `${begins}T00:00:00`, ends: `${ends}T00:00:00` });
    const lanes = lanesOf([
      of('2026-11-01', '2026-11-10'),
      of('2026-11-05', '2026-11-08'),
      of('2026-11-08', '2026-11-20'),
    ]);
    expect(lanes.map(({ lane }) => lane)).toEqual([0, 1, 1]);
  });
});
