/** A short tone when somebody writes in the chat: off until a person of the house turns it on at this device. */

import { createStore } from './store';

const KEY = 'console.sound';

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

export const sound = createStore<boolean>(kept());

export function setSound(isOn: boolean): void {
  sound.set(isOn);
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Without storage it holds while the page is open.
  }
  // Browsers let a page sound once its person has pressed something: this is the moment.
  if (isOn) play();
}

let context: AudioContext | undefined;

/** Two soft notes. A browser that does not allow it stays silent. */
export function play(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    const from = context.currentTime;
    for (const [at, pitch] of [
      [0, 660],
      [0.18, 880],
    ] as const) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, from + at);
      volume.gain.exponentialRampToValueAtTime(0.001, from + at + 0.35);
      tone.connect(volume).connect(context.destination);
      tone.start(from + at);
      tone.stop(from + at + 0.35);
    }
  } catch {
    // No sound on this device.
  }
}
