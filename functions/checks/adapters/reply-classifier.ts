import { classifyReply } from '../../../packages/verifier/src/index.ts';

/** Classifies a reply as a reply to RCPT TO, even if it was to the whole message. */
export function createReplyClassifier() {
  return (reply: string) => {
    const { status, reason, action, code, enhanced } = classifyReply({ stage: 'rcpt', reply });
    return { status, reason, isBare: action === 'control_recipient', code, enhanced };
  };
}
