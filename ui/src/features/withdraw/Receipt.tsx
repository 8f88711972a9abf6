/** Acknowledgement of the withdrawal: time, number, next steps. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { WithdrawalView } from '../../api/types';
import { addressClass } from '../../domain/addressClass';
import { urls } from '../../domain/urls';
import { Button, ButtonLink } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { useLang } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import { Statement } from './Statement';
import styles from './WithdrawScreen.module.css';

export function Receipt({ title, of }: { title: string; of: WithdrawalView }) {
  const { t } = useLingui();
  const lang = useLang();
  const timestamps = useTimestampFormat();
  const number = of.number ?? '';
  const day = of.received_at ? timestamps.momentDate(of.received_at) : '';
  const time = of.received_at ? timestamps.time(of.received_at) : '';
  const zone = of.received_at ? timestamps.zone(of.received_at) : '';
  const { email } = of;
  return (
    <div className={`wrap ${styles.screen}`}>
      <header className={styles.head}>
        <span className={styles.sign}>
          <Icon name="success" size={32} />
        </span>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.text}>
          <Trans>
            It reached us on <strong>{day}</strong> at <strong>{time}</strong> ({zone}), under the number{' '}
            <strong className="numbers">{number}</strong>.
          </Trans>
        </p>
        <p className={styles.text}>
          <Trans>
            The receipt is on its way to <span className={addressClass(email)}>{email}</span>. Please keep it.
          </Trans>
        </p>
      </header>
      <Statement of={of} />
      <section className={styles.next} aria-labelledby="withdraw-next">
        <h2 id="withdraw-next" className="subheading">{t`What happens next`}</h2>
        <p>
          {of.is_known ? (
            <Trans>
              If the goods have reached you, please send them back within 14 days. We refund you within 14 days, by the
              way you paid. <Link href={urls.help(lang, 'returns')}>How to return goods</Link>
            </Trans>
          ) : (
            <Trans>
              We look your order up by hand and write to you within one working day.{' '}
              <Link href={urls.help(lang, 'returns')}>How to return goods</Link>
            </Trans>
          )}
        </p>
      </section>
      <div className={styles.actions}>
        <ButtonLink href={urls.home(lang)} variant="secondary">{t`Continue shopping`}</ButtonLink>
        <Button variant="secondary" onClick={() => window.print()}>
          <Icon name="print" size={18} />
          <span>{t`Print`}</span>
        </Button>
      </div>
    </div>
  );
}
