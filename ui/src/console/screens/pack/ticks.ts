/** What lies in the parcels, by order; kept while one goes from order to order, and to other screens. */

import { createStore } from '../../api/store';
import type { Ticks } from './scan';

const ticks = createStore<Readonly<Record<string, Ticks>>>({});

export const ticksStore = ticks;

export const setTicks = (number: string, now: Ticks) => ticks.set({ ...ticks.get(), [number]: now });
