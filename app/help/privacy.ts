import { brand } from "#app/brand.ts";
import type { LegalText } from "#app/help/legal-text.ts";

/** The text of /privacy (docs/specification.md#static-pages). */
export const privacy: LegalText = {
  title: "Privacy Policy",
  updated: "2026-11-26",
  sections: [
    {
      heading: null,
      blocks: [
        {
          kind: "paragraph",
          text: `This page explains which personal data ${brand} uses, why, how long we keep it and what you can do about it. We've tried to write it so that you can read it in five minutes. Where we say "we", we mean the operator of ${brand}, whose name and address are on the contact page.`,
        },
      ],
    },
    {
      heading: "What we collect",
      blocks: [
        { kind: "paragraph", text: "We collect what the marketplace needs to work, and no more." },
        {
          kind: "list",
          items: [
            "Account data: your full name, username, email address and password, and your phone number if you choose codes by phone. The password is stored only as a one-way hash, so we can't read it.",
            "Profile data you choose to add: a picture, what you do, a bio, skills, experience, languages, your country, and a company name and tax number for receipts.",
            "Your time zone, which your browser, or otherwise your network, tells us when you join, so that we show you times as your clock does. You can change or remove it in your profile.",
            "Order data: what was ordered, prices, dates, your answers to the seller's questions, delivered files, revisions, refunds and reviews.",
            "Messages and attachments between you and other users, and what you write to us: requests, reports and applications.",
            "Payment data: we receive from our payment provider whether a payment succeeded, its amount and a reference, and a code that lets us recognize a card that has paid with credit. Card numbers go directly to the provider, and we never see them. If you sell and set up payouts, identity papers and account numbers also go directly to the provider. We send it your name, email address and country. It tells us whether you can be paid, what it still needs, and the bank, currency and last four digits of your account, and a code that lets us recognize that account. Of each payout it tells us the amount, the day, the state and, if it failed, the reason.",
            "Technical data: the time of a request, the address of the page, the type of browser, and a shortened internet address with its town, which we need for security and to find faults. Your whole address is kept for about an hour, to stop people who try passwords.",
          ],
        },
      ],
    },
    {
      heading: "Why we use it",
      blocks: [
        {
          kind: "paragraph",
          text: "We use account, order and payment data to fulfil our contract with you: to show services, to carry out orders, to pay sellers and to answer you. We use technical data because we have a legitimate interest in a safe and working site. We keep invoices because the law obliges us to. We ask for your consent before anything that isn't covered by these reasons, and you can withdraw your consent at any time.",
        },
        {
          kind: "paragraph",
          text: "We don't sell personal data. We don't show advertising from other companies, and we don't build profiles of you for them.",
        },
      ],
    },
    {
      heading: "What other people can see",
      blocks: [
        {
          kind: "paragraph",
          text: `If you sell, everyone can see your name, username, picture, bio, skills, experience, languages, country and local time, your level, gigs, sales, orders in progress and reviews, how soon you usually answer, the month you joined, whether we have vetted you, and until when you are away. If you don't sell, you have no public page. If you buy something, the seller sees your name, your messages and your answers. People you write with also see your picture, your local time, and whether you are here or on which day you last were; you can switch that last part off in your profile. Your email address isn't shown to other users. Reviews carry the name you use on ${brand}, and what you do if your profile says it. Files in orders and messages can be opened only by the two people involved, and by our support staff when one of them reports a problem or asks for a decision.`,
        },
      ],
    },
    {
      heading: "Who works for us",
      blocks: [
        {
          kind: "paragraph",
          text: "Some companies process data on our behalf, under contract and only on our instructions: a hosting provider, a payment provider, a service for sending emails and, if you choose codes by phone, a service for text messages. Some of them are in other countries. In that case we rely on the safeguards that data protection law requires, such as standard contractual clauses. You can ask us for the current list.",
        },
        {
          kind: "paragraph",
          text: "We pass data to authorities only when the law obliges us to, and we check each request.",
        },
      ],
    },
    {
      heading: "Cookies and storage on your device",
      blocks: [
        {
          kind: "paragraph",
          text: "We use a small number of cookies and entries in your browser's storage. One keeps you signed in, one protects forms against misuse, and others remember conveniences, for example the services you looked at recently. These last ones stay on your device and can be deleted there. We use no cookies for advertising and no tracking across other sites, which is why you see no cookie banner here.",
        },
      ],
    },
    {
      heading: "The AI assistant",
      blocks: [
        {
          kind: "paragraph",
          text: "The assistant recommends services by comparing your words with the titles and descriptions of gigs. You can use it without an account. Please don't type personal details about yourself or others into it; it doesn't need them. What you type isn't stored, isn't logged, isn't sent to anyone else, and isn't used to train models.",
        },
      ],
    },
    {
      heading: "How long we keep data",
      blocks: [
        {
          kind: "paragraph",
          text: "We keep account and profile data as long as your account exists. Orders, invoices and ledger entries are kept for as long as tax and accounting law demands, usually between six and ten years. If you have sold something, the country where you are paid is kept with them for taxes, even after your account is deleted. Messages are kept while at least one of the two accounts exists, and for 12 months after an order ended in any case, since they may be needed to settle a dispute. Technical logs are deleted after 30 days. Contact tickets are deleted two years after they were closed.",
        },
      ],
    },
    {
      heading: "Your rights",
      blocks: [
        {
          kind: "paragraph",
          text: "You can see and correct most of your data in your profile. You may also",
        },
        {
          kind: "list",
          items: [
            "download a copy of your data in a common format,",
            "have data deleted, unless a law obliges us to keep it,",
            "object to a use that is based on our legitimate interest, or ask us to restrict it,",
            "complain to the data protection authority where you live.",
          ],
        },
        {
          kind: "paragraph",
          text: "Account deletion is refused while money is still on its way, for example with an open order, while earnings have not been paid, while you owe us something, or while your payouts are on hold. If no account can receive your earnings, you may leave them with us; we pay them by hand. We'll tell you the reason and what has to happen first. You can write to us about any of these rights through the contact page, and we answer within 30 days at the latest.",
        },
      ],
    },
    {
      heading: "Security",
      blocks: [
        {
          kind: "paragraph",
          text: "Connections are encrypted. Passwords are hashed, access by staff is limited and recorded, and every change made by an operator carries a reason. We recommend two-step sign-in, which you can switch on in your profile. If a breach ever puts your data at risk, we'll tell you and the authority without delay, with what happened and what you should do.",
        },
      ],
    },
    {
      heading: "Children",
      blocks: [
        {
          kind: "paragraph",
          text: `${brand} is for adults. People under 18 may not open an account. If you believe that a child has done so, please tell us and we'll close it. Lessons for children are ordered by a parent, who takes part.`,
        },
      ],
    },
    {
      heading: "Changes",
      blocks: [
        {
          kind: "paragraph",
          text: "If we change this policy in a way that matters, we'll tell you by email at least 14 days before. Older versions are available on request. The date at the top says when this version came into force.",
        },
      ],
    },
  ],
};
