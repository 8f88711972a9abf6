/** Hover zoom: enlarges the picture around the mouse pointer. */

const known = new WeakSet<HTMLElement>();

/** Attaches to a row of pictures; idempotent. */
export function attachHoverZoom(row: HTMLElement): void {
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
      // Twice the size needs twice the pixels: loads the largest file.
      for (const source of [image, ...slide.querySelectorAll('source')]) source.sizes = '200vw';
      slide.setAttribute('data-near', '');
    }
    const { left, top, width, height } = slide.getBoundingClientRect();
    image.style.transformOrigin = `${((clientX - left) / width) * 100}% ${((clientY - top) / height) * 100}%`;
  });
  row.addEventListener('pointerleave', leave);
}
