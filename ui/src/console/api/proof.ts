/** The question for a passkey, or password and code, that a call may need: one dialog at a time, shared by the calls that wait for it. */

import { createStore } from './store';

export const proofAsked = createStore(false);

let answer: Promise<boolean> | undefined;
let settle: ((isProven: boolean) => void) | undefined;

export function askProof(): Promise<boolean> {
  answer ??= new Promise((resolve) => {
    settle = resolve;
  });
  proofAsked.set(true);
  return answer;
}

export function settleProof(isProven: boolean): void {
  proofAsked.set(false);
  settle?.(isProven);
  answer = undefined;
  settle = undefined;
}
