/** Text that must not wrap. Cases shared with the server: `tests/cases/no_wrap.json`. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitNoWrap } from './noWrap';

const shared: { text: string; whole: string[] }[] = JSON.parse(
  readFileSync(`${process.cwd()}/../tests/cases/no_wrap.json`, 'utf8'),
);

const whole = (text: string) => splitNoWrap(text).filter((_, at) => at % 2 === 1);

describe('splitNoWrap', () => {
  it.each(shared)('separates unbreakable parts: $text', ({ text, whole: expected }) => {
    expect(whole(text)).toEqual(expected);
  });

  it.each([
    ['Ihre Rechnung INV-2026-000007 liegt dieser E-Mail bei.', ['INV-2026-000007', 'E-Mail']],
    ['Quantité : 1 · Article n°\u00a0TOW-LAC-BAT-WHI', ['TOW-LAC-BAT-WHI']],
    ['订单2026-000014已取消', ['订单2026-000014']],
    ['已收到您的留言4E8N79AKSS', ['留言4E8N79AKSS']],
    ['您的账户现已改用邮箱vi…@example.com，今后', ['vi…@example']],
    ['livraison prévue : 24–26 novembre 2026', ['24–26 novembre']],
    ['Lieferung: 25.–27. November 2026', ['25.–27. November']],
    ['entrega prevista: 25–27 de noviembre de 2026', ['25–27']],
    ['至11月21日止（含当日），须通过“忘记密码？”重设', ['（含当日）', '“忘记密码？”']],
    ['规格：浴巾，70×140厘米，2026年11月21日', ['70×140厘']],
  ])('keeps numbers, days and sizes together: %s', (text, expected) => {
    expect(whole(text)).toEqual(expected);
  });

  it('leaves other text in one part', () => {
    expect(splitNoWrap('12 quai du Lac, 74000 Annecy, +33 4 50 00 12 12; Muster-Widerrufsformular')).toHaveLength(1);
  });
});
