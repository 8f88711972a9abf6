/** Footer: newsletter, departments, help, contact, language, legal. Same order on every page (K15). */

import { useLingui } from '@lingui/react/macro';
import { useCall } from '../api/useCall';
import { serviceUrls } from '../domain/serviceUrls';
import { type HelpKey, urls } from '../domain/urls';
import { useHouseWords } from '../parts/houseWords';
import { Link } from '../parts/Link';
import { ServiceHours } from '../parts/ServiceHours';
import { openCookieSettings } from '../state/consent';
import { useRoute } from '../state/route';
import { useSite } from '../state/site';
import { DepartmentLinks } from './DepartmentLinks';
import styles from './Footer.module.css';
import { LocaleLinks } from './LocaleLinks';
import { NewsletterForm } from './NewsletterForm';
import { useHelpNames } from './useHelpNames';
import { Wordmark } from './Wordmark';

const SERVICE: HelpKey[] = ['shipping-and-returns', 'returns', 'bed-terms', 'accessibility'];
const LEGAL: HelpKey[] = ['terms-and-conditions', 'terms-of-use', 'privacy-statement', 'legal-notice'];

export interface FooterProps {
  /** For the checkout: help and legal only. */
  short?: boolean;
}

export function Footer({ short }: FooterProps) {
  const { t } = useLingui();
  const { lang, phone, email, company, mode, newsletter } = useSite();
  const words = useHouseWords();
  const { path } = useRoute();
  const { data } = useCall('page/topmenu', {});
  const names = useHelpNames();
  const help = (keys: HelpKey[]) =>
    keys.map((key) => (
      <li key={key}>
        <Link href={urls.help(lang, key)}>{names[key]}</Link>
      </li>
    ));
  return (
    <footer className={styles.footer} data-short={short ? '' : undefined}>
      {newsletter && !short && (
        <section className={styles.newsletter} aria-labelledby="footer-newsletter">
          <div className={`wrap ${styles.newsletterGrid}`}>
            <div>
              <h2 id="footer-newsletter">{words.newsletterTitle}</h2>
              <p className={styles.newsletterText}>{words.newsletterText}</p>
            </div>
            {/* Remounted on each page, so that the field is empty. */}
            <NewsletterForm key={path} id="newsletter-footer" source="footer" />
          </div>
        </section>
      )}
      <div className={styles.ground} data-on="primary">
        <div className={`wrap ${styles.grid}`}>
          {!short && (
            <div className={styles.house}>
              <Link href={urls.home(lang)} className={styles.name}>
                <Wordmark on="primary" />
              </Link>
              {words.line && <p className={styles.line}>{words.line}</p>}
            </div>
          )}
          {!short && (
            <div id="departments">
              <h2 className={styles.title}>{t`Departments`}</h2>
              <DepartmentLinks items={data?.items} className={styles.list} />
            </div>
          )}
          {!short && data?.house && (
            <nav aria-labelledby="footer-house">
              <h2 id="footer-house" className={styles.title}>{t`The house`}</h2>
              <ul className={styles.list}>
                {data.house.map((page) => (
                  <li key={page.key}>
                    <Link href={page.url}>{page.name}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <nav aria-labelledby="footer-service">
            <h2 id="footer-service" className={styles.title}>{t`Help`}</h2>
            <ul className={styles.list}>
              {help(SERVICE)}
              <li>
                <Link href={serviceUrls.findOrder(lang)}>{t`Find your order`}</Link>
              </li>
              <li>
                <Link href={serviceUrls.withdraw(lang)}>{t`Withdraw from contract here`}</Link>
              </li>
            </ul>
          </nav>
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact" className={styles.title}>{t`Customer service`}</h2>
            <ul className={styles.list}>
              <li>
                <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>
              </li>
              <li>
                <a href={`mailto:${email}`}>{email}</a>
              </li>
              <li>
                <Link href={serviceUrls.contact(lang)}>{t`Contact form`}</Link>
              </li>
            </ul>
            <p className={styles.hours}>
              <ServiceHours />
            </p>
          </section>
          {!short && (
            <section aria-label={t`Language and currency`}>
              <LocaleLinks id="footer-locale" />
            </section>
          )}
        </div>
        <div className={`wrap ${styles.base}`}>
          <nav aria-label={t`Legal`}>
            <ul className={styles.legal}>
              {help(LEGAL)}
              <li>
                <a
                  href={`/${lang}/cookies`}
                  aria-haspopup="dialog"
                  onClick={(event) => {
                    event.preventDefault();
                    openCookieSettings();
                  }}
                >{t`Cookie settings`}</a>
              </li>
            </ul>
          </nav>
          {/* Keeps a postal code with its city. */}
          <p>{[company.name, ...company.address.map((line) => line.replaceAll(' ', '\u00a0'))].join(', ')}</p>
          {mode === 'demo' && <p>{t`This is a demonstration: orders are neither charged nor delivered.`}</p>}
        </div>
      </div>
    </footer>
  );
}
