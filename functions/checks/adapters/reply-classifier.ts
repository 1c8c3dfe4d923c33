import { classifyReply } from '../../../packages/verifier/src/index.ts';

/** Classifies the reply of a mail server to a message or its recipient. */
export function createReplyClassifier() {
  return (reply: string) => {
    const { status, reason, action, code, enhanced } = classifyReply({ stage: 'rcpt', reply });
    return { status, reason, isBare: action === 'control_recipient', code, enhanced };
  };
}
