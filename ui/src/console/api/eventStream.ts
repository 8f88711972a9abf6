/** Server-sent events out of the text of a response, in whatever pieces it arrives (WHATWG HTML §9.2.6). */

export interface ServerEvent {
  /** Empty where the event has none. */
  id: string;
  name: string;
  /** JSON. */
  data: string;
}

/** Answers what takes the pieces; comments and events without a name are left out. */
export function createParser(hear: (event: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? '';
      if (field('event')) hear({ id: field('id'), name: field('event'), data: field('data') });
    }
  };
}
