import { expect, it } from 'vitest';
import { filled } from './placeholders';

it('fills in what is known and leaves the rest in sight', () => {
  const values = { first_name: 'Frida', order_number: '' };
  expect(filled('Dear {first_name}, {order_number} {unknown} {X} {first_name}', values)).toBe(
    'Dear Frida, {order_number} {unknown} {X} Frida',
  );
});
