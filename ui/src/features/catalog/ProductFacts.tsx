/** Mandatory and further product information (experience.md §3), in accordions. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Contact, Product } from '../../api/types';
import { urls } from '../../domain/urls';
import { HouseLink } from '../../layout/HouseLink';
import { Accordion } from '../../parts/Accordion';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { useLang, useSite } from '../../state/site';
import styles from './ProductFacts.module.css';

/** The EU's page on guarantees, the target of the notice's QR code; not available in Chinese. */
const yourEurope = (lang: string) =>
  `https://europa.eu/youreurope/citizens/consumers/shopping/guarantees-returns/index_${lang === 'zh' ? 'en' : lang}.htm`;

export interface ProductFactsProps {
  product: Product;
  sku: string;
}

export function ProductFacts({ product, sku }: ProductFactsProps) {
  const { t } = useLingui();
  const lang = useLang();
  const site = useSite();
  const { manufacturer, hazard } = product;
  /** Responsible person: name, postal and electronic address (Regulation (EU) 2023/988 art. 19). */
  const answerable = (title: string, { name, address, email }: Contact): Row[] => [
    [title, name],
    [t`Postal address`, address],
    [t`Electronic address`, <a href={`mailto:${email}`}>{email}</a>],
  ];
  return (
    <div className={styles.facts}>
      <Accordion title={t`Description`} open>
        {/* Rendered from Markdown and sanitised by the server. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: product.description_html }} />
        {product.details.length > 0 && <Bullets of={product.details} />}
      </Accordion>
      {(product.material || product.fibres.length > 0) && (
        <Accordion title={t`Material`}>
          {product.material && <p>{product.material}</p>}
          {product.fibres.length > 0 && <Pairs rows={product.fibres.map(({ label, text }) => [label, text])} />}
          <HouseLink page="materials" />
        </Accordion>
      )}
      {[
        [t`Dimensions`, product.dimensions],
        [t`Care`, product.care],
        [t`Ingredients`, product.inci, 'la'],
      ].map(
        ([title = '', text, lang]) =>
          text && (
            <Accordion key={title} title={title}>
              <p lang={lang}>{text}</p>
              {text === product.care && <HouseLink page="repair" />}
            </Accordion>
          ),
      )}
      {hazard && (
        <Accordion title={t`Hazard information`} open>
          {hazard.signal_word && <p className={styles.signal}>{hazard.signal_word}</p>}
          {hazard.pictograms.length > 0 && (
            <ul className={styles.pictograms}>
              {hazard.pictograms.map(({ label, text }) => (
                <li key={label}>
                  <img src={`/pictograms/${label}.svg`} alt="" width="64" height="64" />
                  {`${label} ${text}`}
                </li>
              ))}
            </ul>
          )}
          <Bullets of={hazard.statements.map(({ label, text }) => `${label} ${text}`)} />
        </Accordion>
      )}
      <Accordion title={t`Product safety`} open>
        <Pairs
          rows={[
            ...answerable(t`Manufacturer`, manufacturer),
            ...(manufacturer.responsible
              ? answerable(t`Responsible in the European Union`, manufacturer.responsible)
              : []),
            [t`Item number`, sku],
          ]}
        />
        {product.safety && <p>{product.safety}</p>}
      </Accordion>
      <Accordion title={t`Delivery and returns`}>
        <p>
          <Trans>
            Carriers, prices and countries:{' '}
            <Link href={urls.help(lang, 'shipping-and-returns')}>shipping and returns</Link>. You may withdraw within 14
            days of delivery: <Link href={urls.help(lang, 'returns')}>how returns work</Link>.
          </Trans>
        </p>
      </Accordion>
      <Accordion title={t`Legal guarantee`} open>
        <p>
          <Trans>
            The legal guarantee of conformity protects you for at least two years from delivery, wherever in the
            European Union you buy. If the item is faulty or not as described, it is repaired or replaced free of
            charge, or you get your money back. Write to <a href={`mailto:${site.email}`}>{site.email}</a>.
          </Trans>
        </p>
        <p>
          <a href={yourEurope(lang)} rel="noopener">{t`Your rights in the EU: Your Europe`}</a>
        </p>
        {site.guarantee_notice && (
          // Decorative: the text above says the same.
          <img className={styles.notice} src={site.guarantee_notice} alt="" />
        )}
      </Accordion>
    </div>
  );
}

function Bullets({ of }: { of: string[] }) {
  return (
    <div className="prose">
      <ul>
        {of.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

type Row = [name: string, value: ReactNode];

function Pairs({ rows }: { rows: Row[] }) {
  return (
    <dl className={styles.pairs}>
      {rows.map(([name, value], at) => (
        <div key={at}>
          <dt>
            <NoWrap>{name}</NoWrap>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
