/** Consent checkboxes before the order; none is preselected. Texts open in a new tab. */

import { Trans } from '@lingui/react/macro';
import { NewsletterBox, TermsBox } from '../../parts/ConsentBoxes';
import { Checkbox } from '../../parts/Field';
import { HelpLink } from '../../parts/HelpLink';
import { useFields } from '../../state/useFields';
import type { Form } from '../../state/useForm';
import styles from './CheckoutScreen.module.css';
import { idOf, type Values } from './form';

export function Consent({ form, needsBedTerms }: { form: Form<Values>; needsBedTerms: boolean }) {
  const { checkbox } = useFields(form, idOf);
  return (
    <div className={styles.consent}>
      <TermsBox {...checkbox('terms')} />
      {needsBedTerms && (
        <Checkbox {...checkbox('bed_terms')} required hint={<Trans>Required</Trans>}>
          <Trans>
            I accept the <HelpLink page="bed-terms">terms for beds and mattresses</HelpLink>
          </Trans>
        </Checkbox>
      )}
      <NewsletterBox {...checkbox('newsletter')} />
      <p className="legal">
        <Trans>
          You may change your mind within 14 days of delivery: see <HelpLink page="returns">returns</HelpLink>.
        </Trans>
      </p>
    </div>
  );
}
