import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import * as ownOrders from "#app/contact/own-orders.server.ts";
import { contactAction } from "#app/contact/page/contact-action.server.ts";
import { ContactScreen } from "#app/contact/page/contact-screen.tsx";
import * as paymentChecks from "#app/contact/payment-checks.server.ts";
import { typedNames } from "#app/contact/ticket.form.ts";
import { isTopic } from "#app/contact/ticket.ts";
import { filesHint } from "#app/contact/ticket-files.server.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { pickFields } from "#app/lib/typed-fields.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { findParked } from "#app/parked/parked.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "#app/styles/signed-in.css?url";

/** `uploads`: three files of 5 MB and the texts. */
export const handle: PageHandle = { stylesheet, uploads: 16, formsOfVisitors: true };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: "Contact us",
      description: "Ask us about an order, a payment, your account or anything else. A person answers.",
      path: href("/contact"),
    },
    matches,
  );

/**
 * /contact?topic=&order=&check=: the form (docs/specification.md#contact). The page needs no data to be
 * shown: what cannot be read is left out, and the page says so.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { viewer, operator } = context;
  const read = async () => {
    const typed = await findParked(context, searchParams);
    return { typed, user: viewer ? await readUser(context, viewer.id, searchParams.get("check")) : null };
  };
  const found = await sectionRead(read, "contact", context.log);
  const saved = pickFields(found?.typed ?? null, typedNames);
  const topic = saved.topic || searchParams.get("topic");
  const { account, orders = [], timeZone = null, check = null } = found?.user ?? {};
  return {
    writerId: viewer?.id ?? null,
    writerEmail: account?.email ?? null,
    orders,
    timeZone,
    check,
    filesHint,
    token: crypto.randomUUID(),
    saved: {
      ...saved,
      topic: topic && isTopic(topic) ? topic : "",
      order: saved.order || (searchParams.get("order") ?? ""),
    },
    operator,
    isReachable: found !== null,
  };
}

async function readUser({ db }: LoaderFunctionArgs["context"], userId: string, checkId: string | null) {
  const [account, orders, timeZone, check] = await Promise.all([
    accounts.find(db, userId),
    ownOrders.list(db, userId),
    profiles.timeZoneOf(db, userId),
    checkId ? paymentChecks.find(db, userId, checkId) : null,
  ]);
  return { account: account && { email: account.email }, orders, timeZone, check };
}

export const action = contactAction;

export default function Contact() {
  const loaded = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return <ContactScreen key={JSON.stringify(loaded.saved)} {...loaded} lastResult={lastResult} />;
}
