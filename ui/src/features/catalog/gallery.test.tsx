/** Gallery: names for screen readers. */

import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { Image } from '../../api/types';
import { closeShop, show } from '../../testing';
import { Gallery } from './Gallery';

afterEach(closeShop);

it('names the row by the picture that it shows', () => {
  const image = (src: string): Image => ({ src, srcset: '', avif: '', width: 4, height: 5, alt: src });
  show(() => <Gallery images={[image('/a.jpg'), image('/b.jpg')]} name="Duvet" />, '/en/p/duvet');
  expect(screen.getByRole('list', { name: 'Picture 1 of 2' }).tabIndex).toBe(0);
  fireEvent.click(screen.getByLabelText('Next picture'));
  expect(screen.getByRole('list', { name: 'Picture 2 of 2' })).toBeTruthy();
});
