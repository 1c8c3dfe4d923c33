import { classifyReply } from '../../../packages/verifier/src/index.ts';

/** Classifies every reply as if it answered RCPT TO, even if it rejected the whole message. */
export function createReplyClassifier() {
  return (reply: string) => {
    const { status, reason, action, code, enhanced } = classifyReply({ stage: 'rcpt', reply });
    return { status, reason, isBare: action === 'control_recipient', code, enhanced };
  };
}
