import { createDnsRecords } from '../functions/checks/adapters/dns-records.ts';
import { readEgress } from '../functions/checks/adapters/engine.ts';
import { egressProblems } from '../functions/checks/egress-records.ts';
import { configOf } from '../infra/config.ts';
import { readStage } from '../infra/stage-file.ts';

/** What each code means. */
const MEANING: Readonly<Record<string, string>> = {
  no_address: 'it has no A record',
  several_addresses: 'it has several A records, and an address is one machine',
  ptr_differs: 'the address has another PTR name: run the command of the output …ReverseName',
  spf_lacks_address: 'the TXT record of the reverse path has no ip4: of the address',
  spf_lacks_helo: 'its own TXT record does not say "v=spf1 a -all"',
  no_mx: 'the domain of the reverse path has no MX record',
};

/**
 * Says for each egress address of a stage what mail servers would hold against it, by DNS alone. Block
 * lists are left to its function checkEgress: they answer no resolver that everybody uses.
 * @param named the name of the stage, or the path of its file
 * @param servers `address:port` of resolvers; none takes the system's
 * @returns whether all is right
 */
export async function checkStageEgress(named: string, servers: readonly string[]) {
  const { stage, file } = readStage(named);
  const { SMTP_EGRESS, SMTP_HELO, SMTP_MAIL_FROM } = configOf(stage, file).settings;
  // A secret holds one proxy, which says the name of the settings.
  const names =
    SMTP_EGRESS === 'secret'
      ? [SMTP_HELO]
      : readEgress(SMTP_EGRESS, SMTP_HELO).map(({ helo }) => helo);
  const dns = createDnsRecords(servers);
  const mailDomain = SMTP_MAIL_FROM.slice(SMTP_MAIL_FROM.lastIndexOf('@') + 1);
  let right = true;
  for (const helo of names) {
    const problems = await egressProblems(dns, { helo, mailDomain, blockLists: [] });
    const told = problems.map((code) => MEANING[code] ?? code);
    console.log(`${helo}: ${told.length === 0 ? 'right' : told.join('; ')}`);
    right &&= problems.length === 0;
  }
  return right;
}
