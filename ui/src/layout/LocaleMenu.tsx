/** Language and currency menu of the header. */

import { useLingui } from '@lingui/react/macro';
import { Icon } from '../parts/Icon';
import { useSite } from '../state/site';
import styles from './LocaleMenu.module.css';
import { loadLocaleLinks, useLazy } from './lazy';
import { useDisclosure } from './useDisclosure';

export function LocaleMenu() {
  const { t } = useLingui();
  const { lang, currency } = useSite();
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const LocaleLinks = useLazy(open !== '', loadLocaleLinks);
  return (
    <div ref={root} className={styles.menu}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open ? 'true' : 'false'}
        data-replay=""
        onClick={() => setOpen(open ? '' : 'locale')}
      >
        <span className="visually-hidden">{t`Language and currency:`}</span>
        <span>{`${lang === 'zh' ? '中文' : lang.toUpperCase()} · ${currency}`}</span>
        <Icon name="chevron-down" size={16} />
      </button>
      {open && LocaleLinks && (
        <div className={styles.panel}>
          <LocaleLinks id="header-locale" />
        </div>
      )}
    </div>
  );
}
