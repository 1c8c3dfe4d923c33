//! A peer for `npm run bench -- peers`: reads an address per line of standard input, and prints the
//! result of the crate check-if-email-exists for it as a line of JSON.
use check_if_email_exists::smtp::verif_method::{
    HotmailB2CVerifMethod, VerifMethod, VerifMethodSmtpConfig, YahooVerifMethod,
};
use check_if_email_exists::{check_email, CheckEmailInputBuilder};
use futures::StreamExt;
use std::{io::stdin, time::Duration};

const WORKERS: usize = 50;

#[tokio::main]
async fn main() {
    let config = VerifMethodSmtpConfig {
        from_email: "probe@bench.tamis.test".into(),
        hello_name: "bench.tamis.test".into(),
        smtp_timeout: Some(Duration::from_secs(30)),
        ..Default::default()
    };
    let mut by_smtp = VerifMethod::new_with_same_config_for_all(
        None,
        config.hello_name.clone(),
        config.from_email.clone(),
        config.smtp_port,
        config.smtp_timeout,
        config.retries,
    );
    // The crate's default opens providers' web pages, which a simulated internet does not have.
    by_smtp.hotmailb2c = HotmailB2CVerifMethod::Smtp(config.clone());
    by_smtp.yahoo = YahooVerifMethod::Smtp(config);
    futures::stream::iter(stdin().lines().map_while(Result::ok))
        .for_each_concurrent(WORKERS, |email| {
            let input = CheckEmailInputBuilder::default()
                .to_email(email)
                .verif_method(by_smtp.clone())
                .build();
            async move {
                if let Ok(input) = input {
                    println!("{}", serde_json::json!(check_email(&input).await));
                }
            }
        })
        .await;
}
