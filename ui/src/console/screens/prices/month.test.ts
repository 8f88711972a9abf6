import { describe, expect, it } from 'vitest';
import { daysOf, daysOfWeek, hoursOn, lanesOf, monthAfter, readMonth, readWeek, weekAfter, weeksOf } from './month';

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

  it('has weeks of their own, which an address names by any of their days', () => {
    expect([readWeek('2026-11-29', '2026-01-01'), readWeek('2026-11-23', '2026-01-01')]).toEqual([
      '2026-11-23',
      '2026-11-23',
    ]);
    expect([readWeek('2026-13-99', '2027-01-01'), readWeek(null, '2027-01-01')]).toEqual(['2026-12-28', '2026-12-28']);
    expect([weekAfter('2026-12-28', 1), weekAfter('2026-12-28', -1)]).toEqual(['2027-01-04', '2026-12-21']);
    // Across the change of clocks in October.
    expect(daysOfWeek('2026-10-19').at(-1)).toBe('2026-10-25');
  });

  it('says when a campaign begins and ends within a day', () => {
    const weekend = { begins: '2026-11-28T09:00:00', ends: '2026-11-30T00:00:00' };
    expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) => hoursOn(day, weekend))).toEqual([
      undefined,
      { from: '09:00', to: null },
      { from: null, to: null },
      undefined,
    ]);
    const hours = { begins: '2026-11-28T09:00:00', ends: '2026-11-28T18:30:00' };
    expect(hoursOn('2026-11-28', hours)).toEqual({ from: '09:00', to: '18:30' });
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
