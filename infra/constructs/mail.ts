import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';

/** The domain our own mails come from. */
export const mailDomain = ({ settings }: StageConfig): string =>
  settings.MAIL_FROM.slice(settings.MAIL_FROM.lastIndexOf('@') + 1);

/**
 * The identity our mails are sent as. Its configuration set is the default for every mail from
 * it: TLS always, and no second mail to an address that bounced or complained.
 */
export class MailIdentity extends Construct {
  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    const configurationSet = new ConfigurationSet(this, 'configurationSet', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
    });
    new EmailIdentity(this, 'identity', {
      identity: Identity.domain(mailDomain(config)),
      configurationSet,
    });
  }
}
