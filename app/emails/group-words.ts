import type { SwitchableGroup } from "#app/emails/mail-groups.ts";

/** The groups of emails in words (docs/specification.md#email-preferences), in the order of the page. */
export const groupWords: Record<"account" | "money" | SwitchableGroup, { name: string; what: string }> = {
  account: {
    name: "Account and security",
    what: "Your sign-in and your address, decisions about your account and your services, and our answers to you.",
  },
  money: {
    name: "Money",
    what: "Receipts, refunds, failed payments, disputes and payouts.",
  },
  buying: {
    name: "Orders I buy",
    what: "When an order is started, delivered, completed or cancelled, when its seller asks for more time, and when it is late.",
  },
  selling: {
    name: "Orders I sell",
    what: "When you get an order, when its buyer answers your questions or asks for a change, and when it is due or cancelled.",
  },
  messages: {
    name: "Messages",
    what: "When someone has written to you and you have not read it for 5 minutes.",
  },
  advice: {
    name: "Advice and reminders",
    what: "When something is waiting for you, such as a review, your answers to a seller or setting up payouts, when your seller level changes, and news from us.",
  },
  saved: {
    name: "Saved services",
    what: "When a service that you saved costs less or can be ordered again, at most once a week. Off until you turn it on.",
  },
};

/** Why the other two groups cannot be switched off. */
export const alwaysSent = {
  account: "Always on, so that nothing happens to your account without your knowledge.",
  money: "Always on, so that you know about every payment.",
};
