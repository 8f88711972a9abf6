import { describe, expect, it } from 'vitest';
import { isFar, parseRate, typedRate } from './rates';

describe('rates', () => {
  it('are read with a point or a comma, and with at most six decimals', () => {
    for (const [typed, rate] of [
      ['0,935', '0.935'],
      [' 4.26 ', '4.26'],
      ['10', '10'],
      ['0.000001', '0.000001'],
    ]) {
      expect(parseRate(typed as string), typed).toBe(rate);
    }
    for (const typed of ['', '0', '0,00', '-1', '1.', '.5', '1e3', '0.0000001', '1 000', '1,000,0']) {
      expect(parseRate(typed), typed).toBeUndefined();
    }
  });

  it('are shown as one types them', () => {
    expect([typedRate('0.935', 'en'), typedRate('0.935', 'de'), typedRate('0.935', 'zh')]).toEqual([
      '0.935',
      '0,935',
      '0.935',
    ]);
  });

  it('are far beyond a part of the one in force, not at it', () => {
    expect(isFar('1.122', '0.935', 20)).toBe(false);
    expect(isFar('1.1221', '0.935', 20)).toBe(true);
    expect(isFar('0.7479', '0.935', 20)).toBe(true);
    expect(isFar(undefined, '0.935', 20)).toBe(false);
  });
});
