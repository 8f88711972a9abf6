/** What follows from a change of languages, said before it is saved. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LanguageComing, LanguageLeaving, LanguagePlan } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { LANGUAGE_NAMES } from '../../parts/language';
import styles from './PlanDialog.module.css';

/** Whether more follows than what was chosen. */
export const saysSomething = ({ coming, leaving, default: lang }: LanguagePlan): boolean =>
  coming.length > 0 || leaving.length > 0 || lang !== null;

interface Props {
  plan: LanguagePlan;
  onSave: () => void;
  onClose: () => void;
}

export function PlanDialog({ plan, onSave, onClose }: Props) {
  const { t } = useLingui();
  const name = plan.default && LANGUAGE_NAMES[plan.default];
  return (
    <Dialog title={t`What is going to change`} isOpen onClose={onClose} wide>
      <div className={styles.plan}>
        {plan.coming.map((one) => (
          <Coming key={one.lang} of={one} plan={plan} />
        ))}
        {plan.leaving.map((one) => (
          <Leaving key={one.lang} of={one} plan={plan} />
        ))}
        {name && (
          <p>{t`${name} becomes the language of visitors whose browser speaks none of the shop’s, and of letters to those whose own is off.`}</p>
        )}
        <Actions>
          <Button variant="primary" onPress={onSave}>{t`Save`}</Button>
          <Button onPress={onClose}>{t`Go on editing`}</Button>
        </Actions>
      </div>
    </Dialog>
  );
}

function Coming({ of: { lang, untold_products: untold }, plan }: { of: LanguageComing; plan: LanguagePlan }) {
  const { t } = useLingui();
  const name = LANGUAGE_NAMES[lang];
  const currencies = plan.currencies_coming.join(', ');
  return (
    <section>
      <h3>{t`${name} is offered`}</h3>
      <ul className={styles.list}>
        <li>{t`In the choice of languages, in addresses, in the sitemap and for search engines, within seconds.`}</li>
        {currencies && <li>{t`With it: ${currencies}.`}</li>}
        {plan.wechat && <li>{t`With it: WeChat Pay, and requests for fapiao.`}</li>}
      </ul>
      {untold > 0 && (
        <Notice tone="warning">
          {plural(untold, {
            one: '# product on sale has no texts in this language: it is not shown there until it has.',
            other: '# products on sale have no texts in this language: they are not shown there until they have.',
          })}
        </Notice>
      )}
    </section>
  );
}

function Leaving({ of, plan }: { of: LanguageLeaving; plan: LanguagePlan }) {
  const { t } = useLingui();
  const name = LANGUAGE_NAMES[of.lang];
  const currencies = plan.currencies_leaving.join(', ');
  const whom = [
    of.customers > 0 &&
      plural(of.customers, {
        one: '# account reads it, and gets letters in the default language.',
        other: '# accounts read it, and get letters in the default language.',
      }),
    of.bags > 0 &&
      plural(of.bags, {
        one: '# of them has goods in the bag: they stay there.',
        other: '# of them have goods in their bags: they stay there.',
      }),
    of.subscribers > 0 &&
      plural(of.subscribers, {
        one: '# person has subscribed to the newsletter in it, and stays subscribed.',
        other: '# people have subscribed to the newsletter in it, and stay subscribed.',
      }),
    of.orders > 0 &&
      plural(of.orders, {
        one: '# order in it is not finished: letters about it come in the default language.',
        other: '# orders in it are not finished: letters about them come in the default language.',
      }),
    of.letters > 0 &&
      plural(of.letters, {
        one: '# letter that waits is written in the default language.',
        other: '# letters that wait are written in the default language.',
      }),
  ].filter((line) => line !== false);
  return (
    <section>
      <h3>{t`${name} is no longer offered`}</h3>
      <ul className={styles.list}>
        <li>{t`Its addresses lead to the same page in another language. Its texts stay, and are back when it is.`}</li>
        {whom.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {currencies && <li>{t`With it go: ${currencies}.`}</li>}
        {plan.wechat === false && <li>{t`With it go: WeChat Pay, and requests for fapiao.`}</li>}
      </ul>
    </section>
  );
}
