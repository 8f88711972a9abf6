/** Home page in two variants: an asymmetric grid on wide screens; picture, tiles and a carousel on phones. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Home, HomeBlock, HomeText } from '../../api/types';
import { useCall } from '../../api/useCall';
import { DepartmentLinks } from '../../layout/DepartmentLinks';
import { HouseLink } from '../../layout/HouseLink';
import { ProductCard } from '../../layout/ProductCard';
import { ButtonLink } from '../../parts/Button';
import { EmptyState, LoadError, Region, Skeleton } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { Picture } from '../../parts/Picture';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useSite } from '../../state/site';
import styles from './HomeScreen.module.css';

export default function HomeScreen({ variant }: ScreenProps) {
  const { t } = useLingui();
  const site = useSite();
  const isMobile = variant === 'mobile';
  const { data, error, loading, retry } = useCall(isMobile ? 'page/mobile' : 'page/home', {});
  const menu = useCall('page/topmenu', {});
  usePage({
    title: data?.meta_title ?? site.brand,
    description: data?.meta_description,
    path: `/${site.lang}`,
    alternates: data?.alternates,
    image: data?.hero?.image,
  });

  if (data && !data.hero) return <EmptyShop />;
  return (
    <div className={styles.home} data-variant={variant}>
      {data?.hero ? <Hero hero={data.hero} isMobile={isMobile} /> : <h1 className="visually-hidden">{site.brand}</h1>}
      {error && !data && (
        <div className="wrap section">
          <LoadError error={error} onRetry={retry} />
          {/* Departments come from the menu even without content for the page. */}
          <DepartmentLinks items={menu.data?.items} className={styles.departments} />
        </div>
      )}
      <Region busy={loading && !data}>
        {data ? <Blocks blocks={data.blocks} isMobile={isMobile} /> : loading && <Skeleton shape="block" />}
      </Region>
      {data?.story && <Story story={data.story} />}
      {data && data.best_sellers.length > 0 && <BestSellers home={data} isMobile={isMobile} />}
      {data && data.facts.length > 0 && (
        <section className={`${styles.facts} section`} aria-labelledby="home-facts">
          <div className="wrap">
            <h2 id="home-facts" className="visually-hidden">{t`How we work`}</h2>
            <ul className={styles.factList}>
              {data.facts.map((fact) => (
                <li key={fact.title}>
                  <h3>{fact.title}</h3>
                  <p className="small">
                    <NoWrap>{fact.text}</NoWrap>
                  </p>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  );
}

function Hero({ hero, isMobile }: { hero: HomeText; isMobile: boolean }) {
  return (
    <section className={styles.hero} aria-labelledby="home-title">
      <Picture
        image={hero.image}
        sizes="100vw"
        ratio={isMobile ? '4/5' : '21/9'}
        priority
        className={styles.heroPicture}
      />
      <div className={`wrap ${styles.heroText}`}>
        <div className={styles.heroPanel}>
          <h1 id="home-title" className="display">
            {hero.title}
          </h1>
          <p>{hero.text}</p>
          {hero.url && <ButtonLink href={hero.url}>{hero.cta}</ButtonLink>}
        </div>
      </div>
    </section>
  );
}

function Blocks({ blocks, isMobile }: { blocks: HomeBlock[]; isMobile: boolean }) {
  const { t } = useLingui();
  if (blocks.length === 0) return null;
  return (
    <section className="section" aria-labelledby="home-departments">
      <div className="wrap">
        <h2 id="home-departments" className="visually-hidden">{t`Departments`}</h2>
        <ul className={styles.blocks}>
          {blocks.map((block) => (
            <li key={block.key} className={styles.block}>
              <Picture
                image={block.image}
                sizes={isMobile ? '46vw' : '(min-width: 900px) 50vw, 46vw'}
                ratio={isMobile ? '4/5' : 'own'}
                decorative
                className={styles.blockPicture}
              />
              <div className={styles.blockText}>
                <h3>
                  <Link href={block.url} className={styles.blockLink}>
                    {block.title}
                  </Link>
                </h3>
                <p className="small">{block.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Story({ story }: { story: HomeText }) {
  return (
    <section className={`${styles.story} section`} aria-labelledby="home-story">
      <div className={`wrap ${styles.storyGrid}`}>
        <Picture
          image={story.image}
          sizes="(min-width: 900px) 56vw, 100vw"
          ratio="3/2"
          className={styles.storyPicture}
        />
        <div className={styles.storyText}>
          <h2 id="home-story">{story.title}</h2>
          <p>{story.text}</p>
          {story.url && (
            <ButtonLink href={story.url} variant="secondary">
              {story.cta}
            </ButtonLink>
          )}
          <HouseLink page="journal" />
        </div>
      </div>
    </section>
  );
}

/** Scroll snapping would undo the small scroll that focus alone causes. */
function showWhole({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'start' });
}

function BestSellers({ home, isMobile }: { home: Home; isMobile: boolean }) {
  return (
    <section className="section" aria-labelledby="home-best">
      <div className="wrap">
        <h2 id="home-best">{home.best_sellers_title}</h2>
        <ul className={isMobile ? styles.row : styles.best}>
          {home.best_sellers.map((card) => (
            <li key={card.item_id} onFocus={isMobile ? showWhole : undefined}>
              <ProductCard card={card} level={3} sizes={isMobile ? '66vw' : '(min-width: 768px) 24vw, 46vw'} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Empty catalogue: instructions for the operator. */
function EmptyShop() {
  const { t } = useLingui();
  const { brand } = useSite();
  return (
    <div className="wrap">
      <EmptyState level={1} title={brand}>
        <p>{t`This shop has no products yet.`}</p>
        <p>
          <Trans>
            Fill it with the demonstration catalogue: stop the shop and start it with <code>shop serve --seed</code>, or
            run <code>shop seed</code> beside it.
          </Trans>
        </p>
      </EmptyState>
    </div>
  );
}
