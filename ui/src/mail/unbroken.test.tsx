// @vitest-environment node
/** What stays on one line of a letter, whatever its width. */

import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { Unbroken } from './Unbroken';

const whole = (text: string) =>
  [...renderToString(<Unbroken text={text} />).matchAll(/nowrap">([^<]*)</g)].map(([, part]) => part);

describe('Unbroken', () => {
  it('keeps numbers, days and joined words in one piece', () => {
    expect(whole('Ihre Rechnung INV-2026-000007 liegt dieser E-\u2060Mail bei.')).toEqual([
      'INV-2026-000007',
      'E-\u2060Mail',
    ]);
    expect(whole('Quantité : 1 · Article n°\u00a0TOW-LAC-BAT-WHI')).toEqual(['TOW-LAC-BAT-WHI']);
    expect(whole('订单2026-000014已取消')).toEqual(['订单2026-000014']);
    expect(whole('已收到您的留言4E8N79AKSS')).toEqual(['留言4E8N79AKSS']);
    expect(whole('您的账户现已改用邮箱vi…@example.com，今后')).toEqual(['vi…@example']);
  });

  it('keeps a day with its month, and with the day until which', () => {
    expect(whole('livraison prévue : 24–26 novembre 2026')).toEqual(['24–26 novembre']);
    expect(whole('Lieferung: 25.–27. November 2026')).toEqual(['25.–27. November']);
    expect(whole('entrega prevista: 25–27 de noviembre de 2026')).toEqual(['25–27']);
  });

  it('leaves everything else as it is', () => {
    expect(whole('12 quai du Lac, 74000 Annecy, +33 4 50 00 12 12; Muster-Widerrufsformular')).toEqual([]);
  });
});
