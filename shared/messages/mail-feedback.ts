import * as z from 'zod/mini';

const recipients = z.array(z.object({ emailAddress: z.string() }));

const bounceEvent = z.object({
  eventType: z.literal('Bounce'),
  bounce: z.object({
    /** `Permanent`, `Transient` or `Undetermined`. */
    bounceType: z.string(),
    bouncedRecipients: recipients,
    timestamp: z.string(),
  }),
});

const complaintEvent = z.object({
  eventType: z.literal('Complaint'),
  complaint: z.object({ complainedRecipients: recipients, timestamp: z.string() }),
});

/**
 * SES's notification about an email that we sent, published through its event destination:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export const mailFeedback = z.discriminatedUnion('eventType', [bounceEvent, complaintEvent]);
export type MailFeedback = z.infer<typeof mailFeedback>;
