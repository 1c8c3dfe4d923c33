import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_DELAY_SECONDS } from '../../functions/platform/sqs/max-delay.ts';
import { featureOf, scheduleNeeds, workerNeeds, routeNames } from '../../infra/features/index.ts';
import { queueNames, type QueueConfig, QUEUES } from '../../infra/features/queues.ts';
import { MAX_MEMBERS } from '../../shared/model/account.ts';
import { MINUTE_MS, POLL_MS } from '../../shared/model/duration.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import {
  createStageApp,
  findResources,
  functionsWithRole,
  synthesizeTemplate,
  synthesizeTemplates,
} from './template.ts';

/** Tests the stacks other than the core: alarms, the edge, egress. */

const alarm = z.object({
  AlarmDescription: z.string(),
  MetricName: z.string().optional(),
  Metrics: z
    .array(z.object({ MetricStat: z.object({ Period: z.number() }).optional() }))
    .optional(),
  Period: z.number().optional(),
  EvaluationPeriods: z.number(),
  Threshold: z.number(),
  TreatMissingData: z.string(),
});

beforeAll(() => {
  synthesizeTemplate('prod');
});

const text = (value: unknown): string => JSON.stringify(value);
const [, edge, observe] = ['', '-Edge', '-Observe'];

describe('alarms', () => {
  const alarmsEndingIn = (end: string) =>
    Object.entries(findResources('prod', 'AWS::CloudWatch::Alarm', observe))
      .filter(([id]) => new RegExp(`${end}[0-9A-F]{8}$`).test(id))
      .map(([id, { Properties }]) => ({ id, spec: alarm.parse(Properties) }));

  it('cover every queue, feature and schedule', () => {
    // One more dead-letter queue receives failed runs of scheduled functions, and one has the dead
    // letters of three queues.
    expect(alarmsEndingIn('Dead')).toHaveLength(queueNames.length + 1 - 2);
    expect(alarmsEndingIn('Late')).toHaveLength(queueNames.length);
    const running = [...workerNeeds.keys(), ...scheduleNeeds.keys()];
    expect(alarmsEndingIn('ErrorLines')).toHaveLength(
      new Set([...running, ...routeNames].map(featureOf)).size,
    );
    expect(alarmsEndingIn('Missed')).toHaveLength(scheduleNeeds.size);
    for (const { spec } of alarmsEndingIn('Missed'))
      expect(spec.TreatMissingData).toBe('breaching');
  });

  it('do not fire for one late run of a schedule, and look back no longer than CloudWatch allows', () => {
    for (const { id, spec } of alarmsEndingIn('Missed')) {
      const name = /^alarms(\w+)Missed/.exec(id)?.[1] ?? '';
      const { everyMinutes = Number.NaN } = scheduleNeeds.get(name) ?? {};
      const { EvaluationPeriods, Metrics = [] } = spec;
      const [Period = Number.NaN] = Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []);
      const seconds = Period * EvaluationPeriods;
      expect([id, seconds >= 2 * 60 * everyMinutes]).toEqual([id, true]);
      expect([id, seconds <= (Period < 3600 ? 86_400 : 604_800)]).toEqual([id, true]);
    }
  });

  it('do not treat a delayed message as late', () => {
    for (const { id, spec } of alarmsEndingIn('Late')) {
      const name = queueNames.find((queue) => id.startsWith(`alarms${queue}Late`)) ?? 'mail';
      const { lateAfterSeconds, delaySeconds = 0 }: QueueConfig = QUEUES[name];
      expect([id, spec.Threshold]).toEqual([id, lateAfterSeconds + delaySeconds]);
    }
    // These queues delay tasks whose addresses were greylisted.
    expect(QUEUES.verify.delaySeconds).toBe(MAX_DELAY_SECONDS);
  });

  it('detect dead letters that a worker removes within seconds', () => {
    for (const { id, spec } of alarmsEndingIn('Dead'))
      expect([id, spec.MetricName]).toEqual([
        id,
        /verifyDead/.test(id) ? 'NumberOfMessagesReceived' : 'ApproximateNumberOfMessagesVisible',
      ]);
  });

  it('read the log of every function, and name its feature', () => {
    const errors = Object.values(findResources('prod', 'AWS::Logs::MetricFilter', observe))
      .filter(({ Properties }) => Properties['FilterPattern'] === '{ $.level = "error" }')
      .map(({ Properties }) => [
        Properties['LogGroupName'],
        text(Properties['MetricTransformations']).match(/"MetricName":"(\w|-)+"/)?.[0],
      ]);
    const running = [...workerNeeds.keys(), ...scheduleNeeds.keys(), ...routeNames];
    expect(errors.toSorted()).toEqual(
      [...new Set(running.map(featureOf))]
        .map((feature) => [`/tamis/prod/${feature}`, `"MetricName":"${feature}ErrorLines"`])
        .toSorted(),
    );
  });

  it('may publish, and the operator is notified', () => {
    const [policy] = Object.values(findResources('prod', 'AWS::SNS::TopicPolicy', observe));
    const { Statement } = z
      .object({ Statement: z.array(z.record(z.string(), z.unknown())) })
      .parse(policy?.Properties['PolicyDocument']);
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
      }),
    );
    const template = synthesizeTemplate('prod', observe);
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: PRODUCTION_CONFIG.alarmEmail,
    });
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: {
        BudgetType: 'COST',
        TimeUnit: 'MONTHLY',
        CostFilters: { TagKeyValue: ['user:stage$prod'] },
      },
    });
  });
});

it('a restored table replaces the stack’s own table, which is kept', () => {
  const template = synthesizeTemplates('dev', { kind: 'dev', table: 'Tamis-restored' })[
    'Tamis-dev'
  ];
  template?.resourceCountIs('AWS::DynamoDB::Table', 1);
  const functions = Object.entries(template?.findResources('AWS::Lambda::Function') ?? {}).filter(
    ([id]) => /^(api|workers)/.test(id),
  );
  expect(functions.length).toBeGreaterThan(routeNames.length);
  for (const [, spec] of functions) expect(text(spec)).toContain('"TABLE_NAME":"Tamis-restored"');
  const roles = Object.values(template?.findResources('AWS::IAM::Role') ?? {}).map(text);
  expect(
    roles.filter((role) => /"dynamodb:/.test(role) && !/table\/Tamis-restored"/.test(role)),
  ).toEqual([]);
});

describe('the edge', () => {
  const distribution = () =>
    z
      .object({
        DistributionConfig: z.object({
          Aliases: z.array(z.string()),
          CustomErrorResponses: z.undefined().optional(),
          HttpVersion: z.literal('http2and3'),
          DefaultCacheBehavior: z.record(z.string(), z.unknown()),
          CacheBehaviors: z.array(z.record(z.string(), z.unknown())),
          Origins: z.array(z.record(z.string(), z.unknown())),
          ViewerCertificate: z.object({ MinimumProtocolVersion: z.literal('TLSv1.2_2021') }),
          WebACLId: z.unknown(),
        }),
      })
      .parse(
        Object.values(findResources('prod', 'AWS::CloudFront::Distribution', edge))[0]?.Properties,
      ).DistributionConfig;

  it('serves pages and API calls under one domain', () => {
    const { Aliases, CacheBehaviors, DefaultCacheBehavior, Origins, WebACLId } = distribution();
    expect(Aliases).toEqual([PRODUCTION_CONFIG.domain]);
    expect(WebACLId).toBeDefined();
    expect(CacheBehaviors).toMatchObject([
      {
        PathPattern: '/api/*',
        ViewerProtocolPolicy: 'https-only',
        // The policies Managed-CachingDisabled and Managed-AllViewerExceptHostHeader.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      },
    ]);
    expect(DefaultCacheBehavior['FunctionAssociations']).toHaveLength(1);
    expect(text(Origins)).toContain('OriginAccessControlId');
  });

  it('sends the API the secret without which it rejects every call', () => {
    const secret = 'resolve:secretsmanager:';
    expect(text(distribution().Origins)).toContain(`{{${secret}tamis-prod/origin-eu-west-3:`);
    const [api] = Object.values(findResources('prod', 'AWS::ApiGateway::RestApi'));
    const { Statement } = z
      .object({ Statement: z.array(z.object({ Effect: z.string(), Condition: z.unknown() })) })
      .parse(api?.Properties['Policy']);
    expect(Statement).toHaveLength(1);
    expect(text(Statement)).toMatch(/"Effect":"Allow".*"aws:Referer".*resolve:secretsmanager:/);
    const secrets = Object.values(findResources('prod', 'AWS::SecretsManager::Secret'));
    expect(secrets.map(({ Properties }) => Properties)).toContainEqual(
      expect.objectContaining({
        Name: 'tamis-prod/origin-eu-west-3',
        ReplicaRegions: [{ Region: 'us-east-1' }],
      }),
    );
  });

  it('sends headers that restrict pages to our own sources and the buckets', () => {
    const [pages, calls] = Object.entries(
      findResources('prod', 'AWS::CloudFront::ResponseHeadersPolicy', edge),
    )
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([, { Properties }]) => text(Properties));
    expect(pages).toMatch(
      /default-src 'self'; script-src 'self' 'sha256-[\w+/]{43}='; connect-src 'self' https:/,
    );
    expect(pages?.match(/RegionalDomainName/g)).toHaveLength(4);
    expect(pages).toContain('"FrameOption":"DENY"');
    expect(pages).toMatch(/object-src 'none'; base-uri 'none'; .*frame-ancestors 'none'/);
    expect(pages).toContain('"ReferrerPolicy":"strict-origin-when-cross-origin"');
    for (const policy of [pages, calls]) {
      expect(policy).toContain('"ContentTypeOptions":{"Override":true}');
      expect(policy).toContain('"AccessControlMaxAgeSec":31536000');
    }
  });

  describe('the firewall', () => {
    const action = z.object({ Count: z.unknown(), Block: z.unknown() }).partial();
    const firewall = () => Object.values(findResources('prod', 'AWS::WAFv2::WebACL', edge))[0];
    const acl = () =>
      z
        .object({
          Scope: z.literal('CLOUDFRONT'),
          CustomResponseBodies: z.record(
            z.string(),
            z.object({ ContentType: z.string(), Content: z.string() }),
          ),
          Rules: z.array(
            z.object({
              Name: z.string(),
              Action: action.optional(),
              Statement: z.object({
                RateBasedStatement: z.object({ Limit: z.number() }).optional(),
                ManagedRuleGroupStatement: z
                  .strictObject({
                    Name: z.string(),
                    VendorName: z.literal('AWS'),
                    RuleActionOverrides: z.array(
                      z.object({ Name: z.string(), ActionToUse: action }),
                    ),
                  })
                  .optional(),
              }),
            }),
          ),
        })
        .parse(firewall()?.Properties);
    const overridden = () =>
      acl().Rules.flatMap(
        ({ Statement }) => Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? [],
      );

    it('blocks floods, bad sources and known bad patterns', () => {
      expect(acl().Rules.map(({ Name }) => Name)).toEqual([
        'calls',
        'tries',
        'anonymous',
        'AWSManagedRulesAmazonIpReputationList',
        'AWSManagedRulesKnownBadInputsRuleSet',
        'AWSManagedRulesCommonRuleSet',
      ]);
      expect(overridden().filter(({ ActionToUse }) => ActionToUse.Block)).toHaveLength(30);
    });

    it('lets all persons of an account in one network poll in five tabs with a running list each', () => {
      const { Limit = 0 } = acl().Rules[0]?.Statement.RateBasedStatement ?? {};
      // The page of a running list polls the list, its rows and the newest lists.
      const callsPerTab = 5 * MINUTE_MS * (1 / POLL_MS.me + 3 / POLL_MS.lists);
      expect(Math.floor(Limit / callsPerTab / (1 + MAX_MEMBERS))).toBe(5);
    });

    it('counts an attempt however its path is written', () => {
      const [, regex = '', transformations] =
        /"RegexString":"([^"]+)","TextTransformations":(\[[^\]]+\])/.exec(text(firewall())) ?? [];
      for (const path of ['login/', 'login/passkey', 'login/sso/complete', 'reauthenticate'])
        expect(`/api/${path}`).toMatch(new RegExp(regex));
      expect('/api/logins').not.toMatch(new RegExp(regex));
      // The rule must match paths such as `/api/%6cogin` and `/api//login`.
      expect(transformations).toBe(
        '[{"Priority":0,"Type":"URL_DECODE"},{"Priority":1,"Type":"NORMALIZE_PATH"}]',
      );
    });

    it('keeps samples, which show what a rule has blocked', () => {
      const sampled = text(firewall()).match(/"SampledRequestsEnabled":\w+/g) ?? [];
      expect(sampled).toHaveLength(acl().Rules.length + 1);
      expect(new Set(sampled)).toEqual(new Set(['"SampledRequestsEnabled":true']));
    });

    it('accepts clients without a user agent, and bodies that contain data', () => {
      const counted = overridden().filter(({ ActionToUse }) => ActionToUse.Count);
      expect(counted.map(({ Name }) => Name)).toEqual([
        'NoUserAgent_HEADER',
        'SizeRestrictions_BODY',
        'EC2MetaDataSSRF_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'CrossSiteScripting_BODY',
      ]);
    });

    it('responds to blocked requests in the API’s format', () => {
      const { CustomResponseBodies: bodies, Rules } = acl();
      const blocks = [
        ...Rules.map(({ Action }) => Action),
        ...overridden().map((o) => o.ActionToUse),
      ]
        .flatMap((each) => each?.Block ?? [])
        .map((each) => text(each));
      expect(blocks).toHaveLength(33);
      expect(new Set(blocks)).toEqual(
        new Set([
          text({
            CustomResponse: {
              CustomResponseBodyKey: 'too_many_requests',
              ResponseCode: 429,
              ResponseHeaders: [
                { Name: 'Cache-Control', Value: 'no-store' },
                { Name: 'Retry-After', Value: '300' },
              ],
            },
          }),
          text({
            CustomResponse: {
              CustomResponseBodyKey: 'forbidden',
              ResponseCode: 403,
              ResponseHeaders: [{ Name: 'Cache-Control', Value: 'no-store' }],
            },
          }),
        ]),
      );
      const { pausePage: _, ...errors } = bodies;
      for (const [code, { Content, ContentType }] of Object.entries(errors)) {
        expect(ContentType).toBe('APPLICATION_JSON');
        expect(JSON.parse(Content)).toEqual({
          message: [expect.stringMatching(/^\w+( [\w,]+)+\.?$/)],
          code,
        });
      }
    });
  });

  it('caches files with a hash for a year and revalidates all others', () => {
    const deployments = Object.values(findResources('prod', 'Custom::CDKBucketDeployment', edge));
    expect(deployments.map(({ Properties }) => Properties['SystemMetadata'])).toEqual([
      { 'cache-control': 'max-age=31536000, immutable' },
      { 'cache-control': 'no-cache' },
    ]);
    expect(deployments[1]?.DependsOn).toBeDefined();
  });
});

describe('the egress', () => {
  it('with two hosts has two addresses, only for functions that connect to mail servers', () => {
    const hosts = { ...PRODUCTION_CONFIG, egress: { kind: 'hosts', count: 2 } };
    const templates = synthesizeTemplates('prod', hosts);
    const egress = templates['Tamis-prod-Egress'];
    for (const [type, count] of Object.entries({ EIP: 2, NatGateway: 0, VPCEndpoint: 2 }))
      egress?.resourceCountIs(`AWS::EC2::${type}`, count);
    const core = templates['Tamis-prod']?.findResources('AWS::Lambda::Function') ?? {};
    const inside = Object.entries(core).filter(
      ([, spec]) => 'VpcConfig' in (spec['Properties'] ?? {}),
    );
    expect(inside.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).toSorted()).toEqual([
      'workerscheckEgress',
      'workersengine',
    ]);
    expect(functionsWithRole(templates['Tamis-prod'], '"Resource":"*"')).toEqual([
      'workerscheckEgress',
      'workersengine',
    ]);
  });

  it('with a proxy is a secret that these functions read, and not a setting', () => {
    const core = synthesizeTemplates('prod', { ...PRODUCTION_CONFIG, egress: { kind: 'socks5' } })[
      'Tamis-prod'
    ];
    const secrets = core?.findResources('AWS::SecretsManager::Secret') ?? {};
    const proxy = Object.keys(secrets).find((id) => id.startsWith('proxySecret')) ?? '';
    expect(functionsWithRole(core, `"Ref":"${proxy}"`)).toEqual([
      'workerscheckEgress',
      'workersengine',
    ]);
  });
});

it('the web app and the emails of a stage link to the URLs in its file', () => {
  const { directory } = createStageApp('prod').synth();
  const [settings = ''] = globSync(`${directory}/asset.*/config.json`);
  const { links, seller } = PRODUCTION_CONFIG;
  const expected = { apiHost: '', links, seller, packagesPublished: false };
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual(expected);
  const read = (file: string) => readFileSync(file, 'utf8');
  const files = globSync(`${directory}/asset.*/{index.html,docs/openapi.json}`).map(read);
  const image = `<meta property="og:image" content="https://${PRODUCTION_CONFIG.domain}/preview.png" />`;
  const servers = `"servers":[{"url":"https://${PRODUCTION_CONFIG.domain}"}]`;
  for (const part of [image, servers])
    expect(files.filter((file) => file.includes(part))).toHaveLength(1);
  for (const name of ['docs', 'prices', 'start'].flatMap((folder) =>
    ['index', 'en', 'fr'].map((page) => `${folder}/${page}`),
  )) {
    const found = globSync(`${directory}/asset.*/${name}.html`)
      .map(read)
      .map((page) =>
        Array.from(page.matchAll(/hreflang="(\w+)" href="([^"]+)"/g), (tag) => tag.slice(1)),
      );
    const languages = ['en', 'fr'].map((each) => [
      each,
      `https://${PRODUCTION_CONFIG.domain}/${name.split('/')[0]}/${each}.html`,
    ]);
    expect(found.toSorted((a, b) => a.length - b.length)).toEqual([[], languages]);
  }
  const fileOf = (name: string): string[] =>
    globSync(`${directory}/asset.*/${name}`).map((path) => readFileSync(path, 'utf8'));
  expect(fileOf('.well-known/security.txt').join()).toContain(
    `Contact: ${PRODUCTION_CONFIG.links.support}\n`,
  );
  expect(fileOf('robots.txt').join()).toContain(`https://${PRODUCTION_CONFIG.domain}/sitemap.xml`);
  expect(fileOf('sitemap.xml')).toHaveLength(1);
  const sets = text(synthesizeTemplate('prod').toJSON());
  expect(sets).toContain(`"SUPPORT_URL":"${PRODUCTION_CONFIG.links.support}"`);
});
