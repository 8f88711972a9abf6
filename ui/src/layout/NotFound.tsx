/** 404 page with next steps. Also for unknown products and categories. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '../api/useCall';
import { urls } from '../domain/urls';
import { ButtonLink } from '../parts/Button';
import { usePage } from '../state/page';
import { useLang, useSite } from '../state/site';
import { DepartmentLinks } from './DepartmentLinks';
import styles from './NotFound.module.css';
import { PicturedState } from './PicturedState';
import { SearchForm } from './search/SearchForm';

export interface NotFoundProps {
  /** Replaces the general sentence: "This product is not in our catalogue". */
  reason?: string;
}

export function NotFound({ reason }: NotFoundProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { phone, email } = useSite();
  const menu = useCall('page/topmenu', {});
  usePage({ title: t`Page not found`, noindex: true });
  return (
    <div className="wrap">
      <PicturedState
        of="not-found"
        title={t`Page not found`}
        actions={<ButtonLink href={urls.home(lang)} variant="secondary">{t`Go to the home page`}</ButtonLink>}
      >
        <p>
          {reason ?? t`The address may have changed, or it was mistyped. Search the boutique, or choose a department.`}
        </p>
        <div className={styles.search}>
          <SearchForm id="notfound-search" />
        </div>
        <DepartmentLinks items={menu.data?.items} className={styles.links} />
        <p className="small">
          <Trans>
            Or ask us: <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>, <a href={`mailto:${email}`}>{email}</a>
          </Trans>
        </p>
      </PicturedState>
    </div>
  );
}
