/** Consent checkboxes before the order; none is preselected. Texts open in a new tab. */

import { Trans } from '@lingui/react/macro';
import { Checkbox } from '../../parts/Field';
import { HelpLink } from '../../parts/HelpLink';
import { NoWrap } from '../../parts/NoWrap';
import { useMessageText } from '../../state/i18n';
import { useSite } from '../../state/site';
import type { Form } from '../../state/useForm';
import styles from './CheckoutScreen.module.css';
import { idOf, type Values } from './form';

export function Consent({ form, needsBedTerms }: { form: Form<Values>; needsBedTerms: boolean }) {
  const say = useMessageText();
  const { brand, newsletter } = useSite();
  const { values, problems, set } = form;
  const box = (name: 'terms' | 'bed_terms' | 'newsletter') => {
    const problem = problems[name];
    return {
      id: idOf(name),
      name,
      checked: values[name],
      onChange: (checked: boolean) => set(name, checked),
      error: problem && say({ id: problem.id, params: problem.params ?? {} }),
    };
  };
  return (
    <div className={styles.consent}>
      <Checkbox {...box('terms')} required hint={<Trans>Required</Trans>}>
        <Trans>
          I accept the <HelpLink page="terms-and-conditions">terms and conditions</HelpLink> and have read the{' '}
          <HelpLink page="privacy-statement">privacy statement</HelpLink>
        </Trans>
      </Checkbox>
      {needsBedTerms && (
        <Checkbox {...box('bed_terms')} required hint={<Trans>Required</Trans>}>
          <Trans>
            I accept the <HelpLink page="bed-terms">terms for beds and mattresses</HelpLink>
          </Trans>
        </Checkbox>
      )}
      {newsletter && (
        <Checkbox
          {...box('newsletter')}
          hint={<Trans>Optional. We ask you to confirm by email first; every letter has a link to unsubscribe.</Trans>}
        >
          <Trans>
            Send me the <NoWrap whole>letters</NoWrap> of {brand}, with news and offers
          </Trans>
        </Checkbox>
      )}
      <p className="legal">
        <Trans>
          You may change your mind within 14 days of delivery: see <HelpLink page="returns">returns</HelpLink>.
        </Trans>
      </p>
    </div>
  );
}
