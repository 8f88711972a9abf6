/** Files to and from the calls, whose bytes travel as Base64. */

import type { Document } from './types';

/** Bytes that are turned at once: a call takes only so many arguments. */
const CHUNK = 0x6000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

export function fromBase64(content: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
}

/** The address of a document, valid until the page is closed or it is revoked. */
export function addressOf({ content, media_type: type }: Document): string {
  return URL.createObjectURL(new Blob([fromBase64(content)], { type }));
}

export const save = ({ name }: Document, address: string): void => saveAs(name, address);

/** Saves what is at an address under a name. */
export function saveAs(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
