/** What a look changes, in small: the head of a page, its opening, a product, its foot, and the foot of a letter. */

import { useLingui } from '@lingui/react/macro';
import type { Look } from '../../api/look';
import type { Lang } from '../../api/types';
import { useFormat } from '../../parts/text';
import { wordsIn } from './documents';

interface NameProps {
  look: Look;
  brand: string;
  isOnDark?: boolean;
}

/** The logo, else the name. */
export function Name({ look, brand, isOnDark }: NameProps) {
  const logo = isOnDark ? look.logo_on_dark : look.logo;
  if (!logo) {
    return (
      <p className="name" translate="no">
        {brand}
      </p>
    );
  }
  return <img className="logo" src={`/brand/${logo.file}`} width={logo.width} height={logo.height} alt={brand} />;
}

export function Head({ look, brand }: NameProps) {
  const { t } = useLingui();
  return (
    <div className="wrap bar">
      <span>{t({ context: 'preview', message: 'Menu' })}</span>
      <Name look={look} brand={brand} />
      <span className="tools">{t({ context: 'preview', message: 'Bag' })}</span>
    </div>
  );
}

export function BrandPreview({ look, brand, lang }: { look: Look; brand: string; lang: Lang }) {
  const { t } = useLingui();
  const format = useFormat();
  const own = wordsIn(look, lang);
  const said = (text: string) => text.replaceAll('{brand}', brand);
  return (
    <>
      <Head look={look} brand={brand} />
      <div className="wrap opening">
        <div className="stack">
          <p className="overline">{t({ context: 'preview', message: 'Bedding' })}</p>
          <p className="display">{t`A good night, at home`}</p>
          <p className="lead">{t`Percale, down and wool, as on the beds of the house.`}</p>
          <span className="button">{t({ context: 'preview', message: 'See the bedding' })}</span>
        </div>
        <div className="card">
          <div className="picture" />
          <p>{t`Bath towel, 600 g/m²`}</p>
          <p className="quiet">{t`Three colours`}</p>
          <p>{format.money('38.00', 'EUR')}</p>
        </div>
      </div>
      <div className="newsletter wrap">
        <div>
          <p className="title">{said(own.newsletter_title) || t`Our newsletter`}</p>
          <p className="quiet">{said(own.newsletter_text) || t`What is new, and what the season brings.`}</p>
        </div>
        <p className="input">anna@example.com</p>
      </div>
      <div className="foot wrap">
        <div>
          <Name look={look} brand={brand} isOnDark />
          {own.line && <p className="line">{said(own.line)}</p>}
        </div>
        <div>
          <p className="head">{t({ context: 'preview', message: 'Help' })}</p>
          <p>{t`Delivery and returns`}</p>
        </div>
        <div>
          <p className="head">{t({ context: 'preview', message: 'Customer service' })}</p>
          <p>{t`Contact form`}</p>
        </div>
      </div>
      <div className="letter">
        <div className="sheet stack">
          <p>{t`Your parcel is on its way.`}</p>
          <span className="button">{t({ context: 'preview', message: 'To your order' })}</span>
          <p>
            {said(own.signature) || t`With kind regards`}
            <br />
            {brand}
          </p>
        </div>
      </div>
    </>
  );
}
