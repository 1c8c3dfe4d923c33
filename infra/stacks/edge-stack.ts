import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  Distribution,
  HttpVersion,
  PriceClass,
  SecurityPolicyProtocol,
} from 'aws-cdk-lib/aws-cloudfront';
import { ARecord, AaaaRecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { type Buckets, securedBucketProps } from '../constructs/buckets.ts';
import { originVersionOutputName, getOriginSecretVersionIds } from '../constructs/origin-secret.ts';
import { createApiBehavior, createPageBehavior } from '../edge/behaviors.ts';
import { createFirewall } from '../edge/firewall.ts';
import { createAlarmTopic } from '../observe/alarm.ts';
import { addEdgeAlarms } from '../observe/edge-alarms.ts';
import { deploySite } from '../edge/site.ts';

interface EdgeStackProps extends StackProps {
  readonly config: StageConfig;
  readonly domain: string;
  readonly api: SpecRestApi;
  readonly buckets: Buckets;
  readonly site: string;
}

/**
 * The entry point for customers: one domain for the web app and the API, behind CloudFront and its
 * firewall. The stack is in us-east-1, because CloudFront requires its certificates and web ACLs to
 * be there.
 */
export class EdgeStack extends Stack {
  readonly site: Bucket;

  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    const { config, domain, api, buckets, site, ...stackProps } = props;
    super(scope, id, { description: 'Tamis: web app and domain', ...stackProps });
    const zone = this.zoneOf(config, domain);
    this.site = new Bucket(this, 'site', {
      ...securedBucketProps(config),
      // Objects would block the rollback of a failed creation, and a build can recreate them.
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    const certificate = new Certificate(this, 'certificate', {
      domainName: domain,
      validation: CertificateValidation.fromDns(zone),
    });
    const firewall = createFirewall(this, 'firewall', config);
    const distribution = new Distribution(this, 'distribution', {
      domainNames: [domain],
      certificate,
      httpVersion: HttpVersion.HTTP2_AND_3,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      // The cheapest class has edge locations mainly in Europe and North America.
      priceClass: PriceClass.PRICE_CLASS_100,
      webAclId: firewall.arn,
      defaultRootObject: 'index.html',
      defaultBehavior: createPageBehavior(this, this.site, {
        html: readFileSync(join(site, 'index.html'), 'utf8'),
        storage: [buckets.uploads, buckets.files].map(
          ({ bucketRegionalDomainName }) => `https://${bucketRegionalDomainName}`,
        ),
      }),
      additionalBehaviors: { '/api/*': createApiBehavior(this, api, config) },
    });
    // The warning asks for a default root object, which exists.
    Validations.of(distribution).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason: 'The default root object prevents a listing of the bucket',
    });
    const topic = createAlarmTopic(this, 'alarmTopic', config);
    const edge = { distribution, certificate, firewall: firewall.metricName };
    addEdgeAlarms({ scope: this, topic }, edge);
    const { links = {}, seller, packagesPublished } = config.account?.file ?? {};
    const settings = { links, seller, packagesPublished };
    deploySite(this, { folder: site, domain, bucket: this.site, distribution, settings });

    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    if (zone) {
      new ARecord(this, 'ipv4', { zone, recordName: `${domain}.`, target });
      new AaaaRecord(this, 'ipv6', { zone, recordName: `${domain}.`, target });
    }
    const [originVersion] = getOriginSecretVersionIds(this);
    if (originVersion !== undefined)
      new CfnOutput(this, originVersionOutputName(config), {
        description: 'Version of the secret that CloudFront sends to the API.',
        value: originVersion,
      });
    new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
    new CfnOutput(this, 'DistributionDomain', {
      description: `Alias target for ${domain}.`,
      value: distribution.distributionDomainName,
    });
  }

  private zoneOf({ account }: StageConfig, zoneName: string): IHostedZone | undefined {
    const hostedZoneId = account?.hostedZoneId;
    return hostedZoneId === undefined
      ? undefined
      : HostedZone.fromHostedZoneAttributes(this, 'zone', { hostedZoneId, zoneName });
  }
}
