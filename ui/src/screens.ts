/** The screens that are there, by the names of their pages: all of them on the server, loaded ones in a browser. */

import type { ComponentType } from 'react';
import type { ScreenProps } from './state/route';

/** A screen, with a header of its own or that of all pages. */
export type Screen = ComponentType<ScreenProps> & { Header?: ComponentType };

const screens = new Map<string, Screen>();

export function provideScreen(name: string, screen: Screen): void {
  screens.set(name, screen);
}

export function screenOf(name: string): Screen | undefined {
  return screens.get(name);
}
