import { expect, it } from 'vitest';
import { PRODUCTION_CONFIG } from './production.ts';
import { synthesizeTemplates } from './template.ts';

it('a remote vault gets a daily copy of the table, which is kept for two weeks', () => {
  const backup = 'arn:aws:backup:eu-central-1:222222222222:backup-vault:tamis';
  const core = synthesizeTemplates('prod', { ...PRODUCTION_CONFIG, backup })['Tamis-prod'];
  core?.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: {
      BackupPlanRule: [
        {
          ScheduleExpression: 'cron(0 3 * * ? *)',
          Lifecycle: { DeleteAfterDays: 2 },
          CopyActions: [{ DestinationBackupVaultArn: backup, Lifecycle: { DeleteAfterDays: 14 } }],
        },
      ],
    },
  });
  const [selection] = Object.values(core?.findResources('AWS::Backup::BackupSelection') ?? {});
  expect(JSON.stringify(selection)).toMatch(
    /"Resources":\[\{"Fn::GetAtt":\["table[0-9A-F]{8}","Arn"\]\}\]/,
  );
  synthesizeTemplates('prod', PRODUCTION_CONFIG)['Tamis-prod']?.resourceCountIs(
    'AWS::Backup::BackupPlan',
    0,
  );
});
