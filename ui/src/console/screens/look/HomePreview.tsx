/** The home page in small, as it will be. */

import { useLingui } from '@lingui/react/macro';
import type { HomePage, HomeScreen, Look } from '../../api/look';
import { useFreeFrom } from '../../api/pages';
import type { Lang } from '../../api/types';
import { Head } from './BrandPreview';
import { textsIn } from './documents';
import { fitting } from './pictures';
import type { Width } from './ShadowPreview';

/** Stands in the announcement for the amount from which delivery is free. */
export const FREE_FROM = '{free_from}';

interface Props {
  page: HomePage;
  screen: HomeScreen;
  look: Look;
  brand: string;
  lang: Lang;
  width: Width;
}

export function HomePreview({ page, screen, look, brand, lang, width }: Props) {
  const { t } = useLingui();
  const texts = textsIn(page, lang);
  const isPhone = width === 'phone';
  const { structure } = page;
  const [hero, heroPlace] = isPhone
    ? [texts.hero_mobile, structure.hero_mobile]
    : ([texts.hero, structure.hero] as const);
  const skus =
    isPhone && structure.bestsellers_mobile.length > 0 ? structure.bestsellers_mobile : structure.bestsellers;
  const picture = (name: string, pixels: number) => {
    const found = screen.pictures.find((one) => one.name === name);
    return found ? <img src={fitting(found.image, pixels)} alt="" /> : null;
  };
  const { data: freeFrom } = useFreeFrom(lang);
  const announcement = texts.announcement.replaceAll(FREE_FROM, freeFrom || FREE_FROM);
  return (
    <>
      {announcement && <p className="announcement">{announcement}</p>}
      <Head look={look} brand={brand} />
      <div className="hero">
        <div className="picture">{picture(heroPlace.image, isPhone ? 480 : 960)}</div>
        <div className="panel">
          <div className="stack">
            <p className="display">{hero.title || '–'}</p>
            <p>{hero.text}</p>
            {hero.cta && <span className="button">{hero.cta}</span>}
          </div>
        </div>
      </div>
      <div className="wrap section">
        <div className="grid">
          {structure.blocks.map((key) => {
            const image = screen.categories.find((one) => one.key === key)?.image;
            return (
              <div key={key}>
                <div className="picture">{image && <img src={fitting(image, 480)} alt="" loading="lazy" />}</div>
                <p className="small-title">{texts.blocks[key]?.title || '–'}</p>
                <p className="quiet">{texts.blocks[key]?.text}</p>
              </div>
            );
          })}
        </div>
      </div>
      <div className="story section">
        <div className="wrap two">
          <div className="picture">{picture(structure.story.image, isPhone ? 480 : 960)}</div>
          <div className="stack">
            <p className="title">{texts.story.title || '–'}</p>
            <p>{texts.story.text}</p>
            {texts.story.cta && <span className="button second">{texts.story.cta}</span>}
          </div>
        </div>
      </div>
      {skus.length > 0 && (
        <div className="wrap section">
          <p className="title">{texts.bestsellers.title || '–'}</p>
          <div className="goods">
            {skus.map((sku) => {
              const product = screen.products.find((one) => one.sku === sku);
              return (
                <div key={sku}>
                  <div className="picture">{product?.small && <img src={product.small} alt="" loading="lazy" />}</div>
                  <p>{product?.name ?? sku}</p>
                </div>
              );
            })}
          </div>
        </div>
      )}
      {texts.facts.length > 0 && (
        <div className="facts section">
          <div className="wrap list">
            {texts.facts.map(({ title, text }, at) => (
              <div key={at}>
                <p className="head">{title || '–'}</p>
                <p className="quiet">{text}</p>
              </div>
            ))}
          </div>
        </div>
      )}
      <div className="foot wrap">
        <p className="head">{t({ context: 'preview', message: 'Help' })}</p>
      </div>
    </>
  );
}
