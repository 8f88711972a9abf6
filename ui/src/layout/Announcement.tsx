/** Bar above the header: the shop's announcement, and the status of the promo tag. */

import { useLingui } from '@lingui/react/macro';
import { useCall } from '../api/useCall';
import { useCart } from '../state/cart';
import { useFormat, useMessageText } from '../state/i18n';
import { promoStore } from '../state/promo';
import { useStore } from '../state/store';
import styles from './Announcement.module.css';

export function Announcement() {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const { data } = useCall('page/promo', {});
  const asked = useStore(promoStore).tag;
  const tag = useCart()?.promo ?? asked;
  const announcement = data?.announcement ?? '';

  let promo = '';
  if (tag?.status === 'applied') {
    const off = format.percent(tag.percentage);
    promo = t`Employee price −${off} applied`;
  } else if (tag) {
    promo = say({ id: `promo.${tag.status}` });
  }
  if (!announcement && !promo) return null;
  return (
    <section className={styles.bar} data-on="primary" aria-label={t`Announcement`}>
      <div className={`wrap ${styles.inner}`}>
        {announcement && <p className={promo ? styles.yields : undefined}>{announcement}</p>}
        <p role="status" className={promo ? styles.badge : undefined} data-status={tag?.status}>
          {promo || null}
        </p>
      </div>
    </section>
  );
}
