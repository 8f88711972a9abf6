/** Quantity, progress and refusal of adding an item to the cart. */

import { useState } from 'react';
import { addToCart } from '../../state/cart';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useSentForm } from '../../state/site';

export function useAddToCart(sku: string) {
  const say = useMessageText();
  const notify = useNotify();
  const [qty, setQty] = useState(1);
  const [busy, setBusy] = useState(false);
  // Sent without scripts, and refused.
  const sent = useSentForm('cart/add');
  const [problem, setProblem] = useState(() => (sent ? say(sent.error) : ''));

  const add = async () => {
    setBusy(true);
    setProblem('');
    try {
      await addToCart({ sku, qty });
    } catch (reason) {
      setProblem(say(notify.refusal(reason)));
      setQty(1);
    } finally {
      setBusy(false);
    }
  };
  return { qty, setQty, busy, problem, setProblem, add };
}
