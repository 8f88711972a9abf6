/** Where notifications speak: a live region that stands from the first, since one that comes with its words is not read. */

import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../state/store';
import { toastStore } from '../state/toast';
import { loadToast, useLazy } from './lazy';
import styles from './Notifications.module.css';

export function Notifications() {
  const { current } = useStore(toastStore);
  const Toast = useLazy(current !== null, loadToast);
  const ref = useRef<HTMLDivElement>(null);

  // Above an open dialog too: the popover layer.
  useEffect(() => {
    const region = ref.current;
    if (!region?.showPopover || region.matches(':popover-open') === (current !== null)) return;
    if (current) region.showPopover();
    else region.hidePopover();
  }, [current]);

  return (
    <div ref={ref} class={styles.region} popover="manual">
      <div role="status">{Toast && current && <Toast key={current.id} notice={current} />}</div>
    </div>
  );
}
