import { expect, test } from 'vitest';
import { fitting } from './pictures';

test('a picture is no wider than it has to be', () => {
  const image = { src: '/a-1920.webp', srcset: '/a-480.webp 480w, /a-1920.webp 1920w, /a-960.webp 960w' };
  expect([320, 480, 600, 2400].map((width) => fitting(image, width))).toEqual([
    '/a-480.webp',
    '/a-480.webp',
    '/a-960.webp',
    '/a-1920.webp',
  ]);
  expect(fitting({ src: '/b.webp', srcset: '' }, 320)).toBe('/b.webp');
});
