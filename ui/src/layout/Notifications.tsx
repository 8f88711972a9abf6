/**
 * Container of toasts. The live region is always in the document, and outside the popover, which is in the accessibility tree
 * only while it is open: screen readers ignore regions that come with their text.
 */

import { useEffect, useRef } from 'react';
import { useStore } from '../state/store';
import { toastStore } from '../state/toast';
import { loadToast, useLazy } from './lazy';
import styles from './Notifications.module.css';

export function Notifications() {
  const { current } = useStore(toastStore);
  const Toast = useLazy(current !== null, loadToast);
  const ref = useRef<HTMLDivElement>(null);

  // The popover layer is above open dialogs.
  useEffect(() => {
    const region = ref.current;
    if (!region?.showPopover || region.matches(':popover-open') === (current !== null)) return;
    if (current) region.showPopover();
    else region.hidePopover();
  }, [current]);

  return (
    <div role="status">
      <div ref={ref} className={styles.region} popover="manual">
        {Toast && current && <Toast key={current.id} toast={current} />}
      </div>
    </div>
  );
}
