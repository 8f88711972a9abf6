/** Ships many orders, one after the other; what failed can be tried again. */

import { useRef, useState } from 'react';
import { asApiError } from '../../api/client';
import { ship } from '../../api/packing';
import type { Message } from '../../api/types';
import type { Pasted } from './tracking';

export interface Shipment extends Pasted {
  state: 'waiting' | 'asked' | 'failed';
  error?: Message;
}

export function useShipAll() {
  const [shipments, setShipments] = useState<Shipment[]>([]);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const run = async (wanted: Shipment[]) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    const mark = (row: number, part: Partial<Shipment>) =>
      setShipments((all) => all.map((one) => (one.row === row ? { ...one, ...part } : one)));
    for (const { row, number, tracking } of wanted) {
      try {
        await ship(number, tracking);
        mark(row, { state: 'asked' });
      } catch (error) {
        mark(row, { state: 'failed', error: asApiError(error) });
      }
    }
    isRunning.current = false;
    setBusy(false);
  };
  return {
    shipments,
    isBusy,
    start(pasted: Pasted[]) {
      const fresh = pasted.map((one) => ({ ...one, state: 'waiting' as const }));
      setShipments(fresh);
      void run(fresh);
    },
    again() {
      const failed = shipments.filter(({ state }) => state === 'failed');
      setShipments((all) =>
        all.map(({ error: _, ...one }) => (one.state === 'failed' ? { ...one, state: 'waiting' as const } : one)),
      );
      void run(failed);
    },
    clear: () => setShipments([]),
  };
}
