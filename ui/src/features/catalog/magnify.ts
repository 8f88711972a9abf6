/** Looks closer at the picture under a mouse: it grows around the place that is pointed at, and is itself again afterwards. */

const known = new WeakSet<HTMLElement>();

/** Watches a row of pictures; a second call for the same row does nothing. */
export function magnify(row: HTMLElement): void {
  if (known.has(row)) return;
  known.add(row);
  let near: HTMLElement | null = null;

  const leave = () => {
    near?.removeAttribute('data-near');
    near = null;
  };
  row.addEventListener('pointermove', ({ target, pointerType, clientX, clientY }) => {
    const slide = target instanceof Element ? target.closest('li') : null;
    const image = slide?.querySelector<HTMLImageElement>('picture img');
    if (pointerType !== 'mouse' || !slide || !image) return;
    if (near !== slide) {
      leave();
      near = slide;
      // Twice as large wants twice as many points: the largest file that there is.
      for (const source of [image, ...slide.querySelectorAll('source')]) source.sizes = '200vw';
      slide.setAttribute('data-near', '');
    }
    const { left, top, width, height } = slide.getBoundingClientRect();
    image.style.transformOrigin = `${((clientX - left) / width) * 100}% ${((clientY - top) / height) * 100}%`;
  });
  row.addEventListener('pointerleave', leave);
}
