/** A passkey, or password and code. Stands in for any address while nobody is signed in, which is shown afterwards. */

import { Trans, useLingui } from '@lingui/react/macro';
import { setSelf, useSession } from '../../api/queries';
import { SignInForm } from '../../parts/SignInForm';
import { Threshold } from '../../parts/Threshold';

export default function SignInScreen() {
  const { t } = useLingui();
  const { is_demo: isDemo } = useSession();
  return (
    <Threshold title={t`Sign in`} lead={isDemo ? t`This is the demonstration: nothing here is real.` : undefined}>
      <SignInForm id="sign-in" onDone={setSelf} />
      <details>
        <summary>{t`Trouble signing in?`}</summary>
        <ul className="strokes">
          <li>
            <Trans>The code is refused: set your phone’s clock to automatic and enter the next code.</Trans>
          </li>
          <li>
            <Trans>Your phone is not at hand: enter a recovery code instead of the six digits.</Trans>
          </li>
          <li>
            <Trans>
              You have lost your passkey, your password or your codes: whoever runs the server can send you a new
              invitation.
            </Trans>
          </li>
          <li>
            <Trans>After several wrong attempts, wait for the minutes that the page shows.</Trans>
          </li>
        </ul>
      </details>
    </Threshold>
  );
}
