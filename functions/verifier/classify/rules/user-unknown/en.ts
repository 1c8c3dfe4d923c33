import type { Rule } from '../../rule.ts';

/** What servers call a mailbox, with the slips of those who typed the sentence. */
const NOUN =
  '(?:e?mail|user)?(user|usr|user[ _]?name|user ?id|userid|mail[- ]?box|post[- ]?box|mbox|account|acount|rec[ei]{1,2}pi?[ea]nt|receiver|reciever|rcpt( ?to)?|add?ressee|add?res{1,2}|alias|inbox|e-?mail|(?:e-?)?mail id|local[- ]?part|mail ?drop|customer|subscriber|member|person|individual|destination|student|employee|staff)';
/**
 * What may stand between it and what is said of it. No words fit two of these, and there are few of
 * them, since each way to read a repetition is one more that a hostile server can have tried.
 */
const GAP =
  '( (name|id|e-?mail|address|account|box|mailbox|user|specified|given|here|above|below|requested|(that |which )?you (entered|typed|gave|supplied|specified|provided|are trying to \\S+|tried to \\S+|are (?:writing|sending) to|are looking for|wrote to|(?:have )?addressed)|in question|<?@>?[:;.,]?|<"@">[:;.,]?|\'\\S+\'|"\\S+"[:;.,]?|\\( ?\\S+ ?\\)|[:;.-])){0,12}';
const SUBJECT = `(?:\\b${NOUN}(?:e?s)?${GAP}|<?@>?[:;.,]?)`;
const UNKNOWN = 'un-?(kno?w?n?|kown|knwon|konwn|knonw|nown)';
/** Unknown is then what follows. */
const NO_OTHER =
  '(?! (client|host|command|domain|sender|server|you|your|mail|messages?|it|them)\\b)';
/** Before a mailbox that was not found; what is "for" a mailbox is another thing. */
const FILLER =
  '( (?!mx|servers?|hosts?|routes?|domain|dns|relay|policy|path|from|for|your?)\\S+){0,3}?';
/** "Does not", however it is spelt. */
const NOT =
  "(?:(do(es|se?)?|did|is|was|are|were|has|have|ca|can|could|may|seems|wo)?[' ]?n[o']?[' ]?t|(is |are |was )?(no( longer| more)?|never))";
const EXIST = 'exi?s?i?s?ts?|exsi?s?ts?';

/** The whole of a sentence. */
const IN_SHORT = `(?:no such ${NOUN}|(?:${UNKNOWN}|invalid) ${NOUN}|${NOUN} (?:is )?(?:${UNKNOWN}|not found|does not exist|doesn't exist))`;

/** A look into the directory that worked, and found nobody. */
export const RECIPIENT_LOOKED_UP: readonly Rule[] = [
  {
    id: 'user-unknown.looked-up',
    outcome: 'no_such_mailbox_by_code',
    codes: ['5'],
    enhanced: ['5.1.1'],
    says: [
      /\b(recipient|user|address|mail ?box)( address)? (look-?up|check|verify|verification|validation)( check)?( (in|from|by|with|against|at|of) (\S+ )?\S+){0,2} fail(ed|ure)\b|\bfailed (the )?(recipient|user|address|mail ?box) (look-?up|verification|validation)|\b(recipient|user|address) look-?up (found|returned) no\b/,
    ],
    unless: [
      /connect|\btim(ed?|ing)[- ]?out|\berrors?\b|temporar|\bdown\b|unavailable|reach|respond|later|internal|\bdns\b|unverified/,
    ],
    examples: [
      '550 5.1.1 <user@example.com>... email address lookup in domain map failed',
      '551 5.1.1 <user@example.com>: Recipient address rejected: Failed recipient validation check.',
      '551 5.1.1 recipient verify from ldap failed',
    ],
  },
];

/**
 * English sentences that say there is no such mailbox. They decide whatever the enhanced code is,
 * since many servers send them under 5.7.1, 5.3.0 or none.
 */
export const USER_UNKNOWN_EN: readonly Rule[] = [
  {
    id: 'user-unknown.en',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      new RegExp(
        `${SUBJECT}[ .:-]*(is |was |were |are |has been |have been |seems |appears |may )?(currently |presently |an? |to be |marked as )?(${UNKNOWN}|un-?rec(og|go)ni[sz]ed|undefined|nonexist\\w*|unallocated|non[- ]exist\\w*|in-?existent|in-?valid|illegal|wrong|incorrect|missing|absent|gone|deleted|removed|purged|cancell?ed|mis-?spel\\w+|mis-?typed|undeliverable|unrout(e)?able|no longer (in use|with|at|on|employed|works?|available))\\b${NO_OTHER}`,
      ),
      new RegExp(
        `${SUBJECT}[ .:-]*${NOT}( be| to| been| any ?more| (?:appear|seem)s? to(?: be)?)? (a |an |in |on |at |our |this |the |any |my |one of )*(ours\\b|use\\b|known|fou?nd|${EXIST}|existing|existent|registered|recogni[sz]ed|listed|present|valid|local|here|users?|member|customer|domino|directory|post ?office|validrcptto|database|list|system|(?<=(?:on|at|our|this|the|my) )(?:server|service|host|site|records)\\b|set up|associated|defined|located|served|hosted|handled|configured|provisioned|deliverable|match|identified|assigned|correct|active (user|address|account)|ok\\b)`,
      ),
      new RegExp(
        `\\b(${UNKNOWN}|no such|no valid|no existing|in-?valid|non[- ]?exist(ent|ing|ant)|in-?existent|bad|malformed|unregistered|un-?recogni[sz]ed|illegal|undefined|(non-|not (a )?)deliverable|wrong|incorrect|unroutable|unrouteable|undeliverable|unused|unassigned|mis-?spelled|not a (valid|known|local)|no|unknown or illegal|no (local|known|active)|is( not|n'?t) (a |an |our )?(valid |known |local )?)[ _-]?(local |virtual |destination |recipient'?s? |e-?mail |mail |user |mailbox |smtp |to |or |rcpt |such |matching |corresponding )*${NOUN}(?:e?s)?\\b(?! (error|access|activity|problem|domain|command|syntax error|denied|content|header|format|body|subject|message|attachment|server|client|host|provider|service|traffic|system|gateway|specified|given|accepted|allowed|rights?|permission|space|storage|quota))`,
      ),
      /\bno (such )?(mail[- ]?box|user|one|person|account|recipient|body)( \S+){0,3}? (here|by (that|this) name|at this|with (that|this)|found|for|in|exists?|matching|on this)\b|\bnobody (by|here( (by|with|named|called)|\W*$)|(here )?(named|called|with (such a|this|that) name))|\bwe (do ?n[o']t|no longer) (have|know)( \S+){0,3} (user|mailbox|address|account|recipient|customer|member|employee)|(not|n't) (one of )?our (own )?(customer|user|recipient|mailbox|address?(?:es)?|account|member|employee)(e?s)?\b|not an existing (user|mailbox|account|recipient)|no (records?|knowledge|entry) (of|for) (\S+ )?(user|mailbox|address|recipient|account|person|member|employee|<?@)|(person|user|employee|recipient)( \S+)? (does not|doesn't|no longer) works?|not (a |an )?(active |local )?(user|address|mailbox) (of|at|on)|\b(mail ?box|account|address|user|inbox) (\S+ ){0,3}(closed|closed down|disabled|terminated|suspended|deactivated) and (deleted|removed|purged)\b|\b(person|user|employee|colleague|recipient|individual|s?he|@>?)\b[^.:;,!?]{0,40} no longer (a )?(part|member) of (the|our|this) (\S+ )?(company|team|staff|organi[sz]ation|firm|school|university)\b|(\b(name before|address|user|mail ?box|recipient|account|local[- ]?part|person)\b[^.:;,!?]{0,40}?|<?@>?:?) (is|was) (not (one|anyone|anybody|somebody|someone)|nobody|no one) (that |whom )?(we|this server) (know|recogni[sz]e|have|host|serve)|exists? (that|this) (user|mailbox|address)/,
      new RegExp(
        `(?:(could|can|do|did|does|are|was|were)( ?not|n't|nt|'t) (be able to )?|(unable|failed) to )(find|locate|identify|recogni[sz]e|know)${FILLER} (${NOUN}s?\\b|<?@)`,
      ),
      new RegExp(
        `(?:^\\W*|[.:;,!?(]\\W{0,4}| - |\\b(?:because|since|as|that) )(?:(?:the|this|that|your (?=recipient|correspondent)) ?)?(?:e-?mail )?${SUBJECT}[ .:-]*(?:(?:was|were|has|have) (?:never|not) (?:been )?(?:created|existed|opened|set up)\\b(?! (?:by|because|due|yet|properly|for|to))|do(?:es)?(?: not|n't) appear (?:in|on) (?:our|the|this) (?:\\S+ )?(?:directory|system|server|records?|database|address ?book)\\b|belongs to (?:nobody|no ?one)\\b(?! (?:outside|but))|(?:is|was)(?: not|n't) (?:listed |found )?in our (?:\\S+ )?(?:directory|address ?book|user list|staff list)\\b)`,
      ),
      /^\W*(the |this )?(recipient|user|address|mail ?box|account)( <?@>?)? (is )?not on file( here)?\W*$/,
      /\b(nobody|no ?one)( (?!may|can|is|outside|else)\S+){0,3}? (has|uses|owns|goes by|answers to) (that|this|such an?) (e-?mail )?(e-?mail|address|name|mail ?box|account|alias)\b|\bdo(es)?(n't| not) (host|hold|run) (this|that|such an?|any such) (e-?mail )?(mail ?box|user|account|recipient|alias)\b(?!'s| (domain|server|information|data|type))|\bnever heard of (?!you|the|your|it\b|rfc|%|(that |this )?(domain|host|server|client|sender))((that|this) (user|person|recipient|address)|\S+)\W*$/,
      new RegExp(
        `\\b(?:unable to|could not|couldn't|can ?not|can't) (?:match|map|assign) (?:(?!sender|host|domain|client|server|ip\\b|%|you|message|mail\\b|connection|session|request|certificate|[ug]id)\\S+ ){1,3}?(?:to|with) (?:any|an?) (?:existing |known |local )?${NOUN}\\b`,
      ),
      /\bno such log[- ]?in name\b/,
      /recip(ient)?notfound|badrcptto|validrcptto|\busrunknown|\buser_?unknown\b|mailboxnotfound|\baddress_not_found/,
      /does ?n[o']?t have (an?|this|that|such an?) (\S+ )?(e-?mail)?[- ]?(account|address|mailbox|user|recipient)\b|(not|isn't) listed in|no (directory )?match(es)? (found )?in (\S+ )?(directory|address book)|no longer (works?|employed|with (us|the|our))\b|(not|no longer) working (with|for|at) (us|here)\b|\bnever logged (on|in)( ?to)? (his|her|their|the) (\S+ ){0,3}(account|mail ?box)\b|does ?n[o']?t belong to ((any|an?) (\S+ )?(user|customer|account)|any ?(one|body))\b|(user|employee|person)\w* (has |have )?(left|moved)\b|\b(user|employee|person)( \S+){1,5} has (left|departed|moved)\b|can't accept user|recipients? (cannot|can't|could not) be verified\b.{0,80}\bvalid\b/,
      /(account|address|user|mailbox|recipient)( (?!domain|host|server|dns|mx|records?|list|from|certificate|family|relay|path)\S+){0,8}? (does not exist|doesn't exist|do not exist|dosen't exist|not exists?|no exists?|was not found|could not be found|couldn't be found|cannot be found|is not known|is unknown|unknown(?! (client|host|command|domain|sender|server)))/,
      /\b(user|mail ?box|account|recipient|address) (?!rejected|domain|host)\S+ (is |was )?(not found|unknown|not known)\b|not in (the |our |my )?(recipient|user|address|mailbox)|^\W*not in (the |our |my )?directory|server doesn't handle mail for that user|^\W*(not found|unknown|non-?existent|no such|does not exist)\W*$/,
      /^(\W{0,20}|\S{0,64}[\d._'">)]\S{0,64} )(is )?(does ?n[o']?t exist|(not|no longer) (known|found|present|listed|registered) (at|in|on|here)|unknown (here|at|on|in))\b/,
      /\b(user|mail ?box|account|recipient|address)( <?@>?)? (is )?no longer (accept|receiv)(e?s|ing) (any )?(e-?mails?|mails?|messages)( (at|on|under) (this|that) (e-?mail )?(address|account|mail ?box)| here)?(\W*$|[.:;,!(])/,
      /\b(user|mail ?box|account|recipient|address)( <?@>?)? (has |have )?moved\W{1,3}(and )?(with |left )?no forwarding address|\b(recipient|rcpt|mail ?box)([- ](user|address))? must exist\b(?! (in|before|to|as)\b)/,
      // An address that is not resolved may be that of a host: not so where it is written out.
      /\bun-?resolvable (recipient|user|mail ?box|local|address:? <?@)|\b(recipient|user|mail ?box|e-?mail address|<?@>?) (can ?not|can't|could not|couldn't) be resolved|\b(can ?not|can't|could not|couldn't|unable to) resolve (the |this )?(address )?(recipient|user|mail ?box|<?@)/,
      // Sentences that are about an id or an entry only when nothing else is said.
      /^\W*(no such|unknown|invalid|non-?existent) (user ?)?(u?id|handle)( here)?\W*$|\bno (redirect|forward|forwarding|mapping|alias|routing|delivery)( entry| address)? for (this|that|the) (address|user|recipient|mailbox)\b/,
      new RegExp(
        `^\\W*((the |this )?${NOUN}( address)?( <?@>?)?|<?@>?):? ((is|was|has been) )?(not|no longer|never)( being)? used( here| any ?more)?\\W*$`,
      ),
    ],
    cites: [/\?p=nosuchuser/],
    unless: [
      /\brelay(?!=| recipient)|\bauth|syntax error|password|credential|\bmay or may not\b|\bor (that )?you (do ?n[o']t|are ?n[o']t|have no)/,
    ],
    examples: [
      '550 5.1.1 <user@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
      '550 5.7.1 <user@example.com>... User unknown',
      "550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550-5.1.1 double-checking the recipient's email address for typos or\r\n550-5.1.1 unnecessary spaces. Learn more at\r\n550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1-20020 - gsmtp",
      "554 delivery error: dd This user doesn't have a yahoo.com account (user@yahoo.com) [0] - mta1.example",
      '552 1 Requested mail action aborted, mailbox not found',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient user@example.com not found by SMTP address lookup',
      '554 5.7.1 <user@example.com>: Recipient address rejected: User unknown',
      '550 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
      '550 Unrouteable address',
      '550 unknown user',
      "550 address isn't in my list of allowed recipients",
      '550 Unknown local part user in <user@example.com>',
      '550 No Such User Here',
      '550 5.1.1 User unknown; see http://www.example.com/spam-policy.html',
      '550 5.1.1 <spam@blacklist.example.com>: Recipient address rejected: User unknown',
      '511 sorry, badrcptto (#5.1.1)',
      '550 Invalid recipient user@example.com (#5.1.1)',
      '550 #5.1.0 unknown address',
      '553 5.3.0 <user@example.com>... No such user here',
      '550 5.1.1 User user (user@example.com) not listed in Domino Directory',
      '550 <user@example.com>, Recipient unknown',
      '550 5.2.1 <user@example.com>: no such user',
      '550 user not exist',
      '550 5.1.1 Account not found',
      '550 Not our Customer',
      '550 <user@example.com> is not one of our own addresses',
      '550 There is nobody named like this here.',
      '550 Username not known for this domain',
      '550 employee is not working with us',
      '501 5.1.1 user@example.com... User unknow',
      "554 RCPT (user@example.com) dosn't exist",
      '553 sorry, no mail-box here by that name',
      '559 Invalid rcptto [@sm050201]',
      '550 E-mail address is not handled by this system',
      '550 We could not find this user',
      '550 Recepient dose not exsist',
      '550 No such ID',
      '521 No Redirect Entry for this address',
      '554 5.0.0 unresolvable address: <user@example.com>',
      '550 Unable to resolve recipient',
      '550 <user@example.com> is no longer valid',
      '550 address is not in our records',
      '550 <user@example.com> not used',
      '550 The mailbox you are trying to reach was never created',
      '550 This address does not belong to anybody here',
      '550 User no longer receiving mail at this address',
      '550 Requested action not taken: Destination mailbox has moved, No forwarding address',
      '553 Recipient-User must exist',
      '550 Nobody at example.com has that address',
      '550 Nobody uses this email any more',
      '550 User not on post office',
      '550 This mail ID does not exist in this server',
      '550 unable to match the address to any mailbox',
      '550 We do not host that mailbox',
      '550 The address you typed is not registered',
      '550 That is not one of our addresses',
      '550 no such login name',
      '550 The mailbox was closed and deleted',
      '550 The name before the @ sign is not one we recognise',
      '550 <user@example.com> is nobody we know',
      '550 The person you wrote to is no longer part of the company',
    ],
  },
  {
    // Beside the code for it, a sentence that says nothing else outweighs what the others weigh.
    id: 'user-unknown.in-short',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    enhanced: ['5.1.1'],
    says: [new RegExp(`(?:^\\W*|[.:;,!?>] )(?:the )?${IN_SHORT}(?: here)?(?:\\W*$|[.!] )`)],
    unless: [/\brelay|authenti|\bauth\b|\bclient|syntax error|password|credential/],
    examples: [
      '550-Mailbox unknown.  Either there is no mailbox associated with this\r\n550-name or you do not have authorization to see it.\r\n550 5.1.1 User unknown',
    ],
  },
];
