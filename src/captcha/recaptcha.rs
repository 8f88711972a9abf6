//! Google reCAPTCHA v2: verifies the widget's token with Google.

use anyhow::Context as _;
use serde::Deserialize;

use super::refused;
use crate::call::Visitor;
use crate::call_context::CallContext;
use crate::error::{Result, refuse};
use crate::message;

#[derive(Debug, Deserialize)]
struct Verdict {
    success: bool,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
}

/// Verifies a token, without a retry: Google accepts each once. The visitor's IP address is not sent.
pub async fn verify(context: &CallContext, visitor: &Visitor, token: &str) -> Result<()> {
    let config = &visitor.view.config.captcha;
    let form = [("secret", config.recaptcha_secret.reveal()), ("response", token)];
    let verdict: anyhow::Result<Verdict> = async {
        let http = context.http.as_ref().context("the client for other servers")?;
        let answer = http.post(&config.recaptcha_url).form(&form).send().await.context("asking")?;
        answer.error_for_status().context("answer")?.json().await.context("verdict")
    }
    .await;
    match verdict {
        Ok(Verdict { success: true, .. }) => Ok(()),
        Ok(Verdict { error_codes, .. }) => {
            // These codes mean that the operator's keys are wrong.
            if error_codes.iter().any(|code| code.contains("secret")) {
                tracing::error!(?error_codes, "reCAPTCHA does not know captcha.recaptcha_secret");
            }
            Err(refused(message::CAPTCHA_WRONG).into())
        }
        Err(error) => {
            tracing::error!(error = format!("{:#}", error), "reCAPTCHA could not be asked");
            Err(refuse(message::TRY_LATER))
        }
    }
}
