/** Cookies and browser storage by category, from the server's table, with a box for what may be refused. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Cookie, CookieCategory, CookieExpiry, CookieType } from '../../api/types';
import { Checkbox } from '../../parts/Checkbox';
import type { ConsentChoice } from '../../state/consentRecord';
import { useMessageText } from '../../state/i18n';
import styles from './CookieSettings.module.css';

const CATEGORIES: CookieCategory[] = ['essential', 'functional', 'marketing'];

interface CategoriesProps {
  /** Begins the ids: the dialog may open over the page. */
  id: string;
  heading: 'h2' | 'h3';
  items: Cookie[];
  choice: ConsentChoice;
  onChoice: (choice: ConsentChoice) => void;
}

export function CookieCategories({ items, ...rest }: CategoriesProps) {
  return (
    <div className={styles.categories}>
      {CATEGORIES.map((category) => (
        <Category
          key={category}
          category={category}
          items={items.filter((item) => item.category === category)}
          {...rest}
        />
      ))}
    </div>
  );
}

interface CategoryProps extends CategoriesProps {
  category: CookieCategory;
}

function Category({ id, heading: Heading, category, items, choice, onChoice }: CategoryProps) {
  const { t } = useLingui();
  const count = items.length;
  const titles: Record<CookieCategory, string> = {
    essential: t`Essential`,
    functional: t`Functional`,
    marketing: t`Marketing`,
  };
  const texts: Record<CookieCategory, string> = {
    essential: t`Your bag, your login, your language and your decision about cookies. Without them the boutique does not work, so they are always on.`,
    functional: t`Small comforts: we greet you by name, and invite you to our letters only once.`,
    marketing: t`We count orders and visits, and an external captcha may check that a person filled in a form. Neither is loaded unless you allow it.`,
  };
  // The captcha can be allowed without the rest of marketing (experience.md §8).
  const captcha = items.find((item) => item.name === '_GRECAPTCHA');
  const title = titles[category];
  return (
    <section className={styles.category} aria-labelledby={`${id}-${category}-title`}>
      <Heading id={`${id}-${category}-title`} className={styles.title}>
        {title}
      </Heading>
      <p className={styles.text}>{texts[category]}</p>
      {category === 'essential' && <p className={styles.locked}>{t`Always on`}</p>}
      {category === 'functional' && (
        <Checkbox
          id={`${id}-functional`}
          name="functional"
          checked={choice.functional}
          onChange={(functional) => onChoice({ ...choice, functional })}
        >
          {t`Allow functional cookies`}
        </Checkbox>
      )}
      {category === 'marketing' && (
        <Checkbox
          id={`${id}-marketing`}
          name="marketing"
          checked={choice.marketing}
          onChange={(marketing) => onChoice({ ...choice, marketing, captcha: marketing })}
        >
          {t`Allow marketing cookies`}
        </Checkbox>
      )}
      {captcha && (
        <Checkbox
          id={`${id}-captcha`}
          name="captcha"
          checked={choice.captcha}
          onChange={(allowed) => onChoice({ ...choice, captcha: allowed })}
        >
          {t`Allow the captcha alone`}
        </Checkbox>
      )}
      {count > 0 && (
        <details className={styles.details} open={category === 'essential' ? undefined : true}>
          <summary>{t`What is stored: ${plural(count, { one: '# entry', other: '# entries' })}`}</summary>
          <Table items={items} label={title} />
        </details>
      )}
    </section>
  );
}

function Table({ items, label }: { items: Cookie[]; label: string }) {
  const { t } = useLingui();
  const say = useMessageText();
  const expiry = useExpiry();
  const heads = { type: t`Type`, provider: t`Provider`, purpose: t`Purpose`, expiry: t`Expires` };
  const types: Record<CookieType, string> = {
    cookie: t`Cookie`,
    local_storage: t`Browser storage`,
    session_storage: t`Storage of the tab`,
  };
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Name</Trans>
          </th>
          <th scope="col">{heads.type}</th>
          <th scope="col">{heads.provider}</th>
          <th scope="col">{heads.purpose}</th>
          <th scope="col">{heads.expiry}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.type} ${item.name}`}>
            <th scope="row" className={styles.name} translate="no">
              {item.name}
            </th>
            <td data-head={heads.type}>{types[item.type]}</td>
            <td data-head={heads.provider}>{item.provider}</td>
            <td data-head={heads.purpose}>{say(item.purpose)}</td>
            <td data-head={heads.expiry}>{expiry(item.expiry)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lifetime of an entry in words. */
function useExpiry(): (expiry: CookieExpiry) => string {
  const { t } = useLingui();
  return (expiry) => {
    const number = 'number' in expiry ? expiry.number : 0;
    switch (expiry.after) {
      case 'session':
        return t`when you close the browser`;
      case 'tab':
        return t`when you close the tab`;
      case 'logout':
        return t`when you log out`;
      case 'deletion':
        return t`when you delete it`;
      case 'days':
        return t`${plural(number, { one: '# day', other: '# days' })}`;
      case 'months':
        return t`${plural(number, { one: '# month', other: '# months' })}`;
      case 'years':
        return t`${plural(number, { one: '# year', other: '# years' })}`;
    }
  };
}
