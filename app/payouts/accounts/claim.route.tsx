import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import * as accountLinks from "#app/auth/links.server.ts";
import { ExpiredLink } from "#app/auth/sign-in/expired-link.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { readForm } from "#app/lib/forms.ts";
import * as guards from "#app/lib/guards.server.ts";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { seeCardPage, seeOther } from "#app/lib/replies.ts";
import { toast } from "#app/lib/toast.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import * as payoutLinks from "#app/payouts/accounts/payout-links.server.ts";
import { claimForm } from "#app/payouts/accounts/setup.form.ts";
import { SetupFields } from "#app/payouts/accounts/setup-fields.tsx";
import * as stripePages from "#app/payouts/accounts/stripe-pages.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { Submit } from "#app/ui/forms/submit.tsx";
import * as writes from "#app/writes/writes.server.ts";
import stylesheet from "../../auth/sign-in/auth.css?url";

export const handle: PageHandle = { stylesheet };
export const links = linksOf(handle);
/** The token works more than once, so no browser may store the page. */
export const headers: typeof failureHeaders = (args) => ({
  ...failureHeaders(args),
  "Cache-Control": "private, no-store",
});
export const meta: MetaFunction = () => pageMeta({ title: "Get paid", noindex: true });

/**
 * The link of a suspended seller who has to set up payouts (docs/specification.md#suspended-sellers). Opening
 * it changes nothing: email programs open links automatically.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const read = async () => {
    const opened = await payoutLinks.open(context, token);
    if (opened.state !== "valid" || opened.account) return { opened, seller: null };
    return { opened, seller: await sellers.findByUser(context.db, opened.link.userId) };
  };
  const { opened, seller } = await mainRead(read, "Something went wrong", context.log);
  if (opened.state !== "valid") return notValid(opened, token);
  return { view: "asks" as const, token, asksCountry: !opened.account && !seller?.payoutCountry };
}

/** The page of a link that no longer works. */
function notValid(opened: Exclude<payoutLinks.OpenedPayoutLink, { state: "valid" }>, token: string) {
  if (opened.state === "dead") return opened.reply;
  return data({ view: opened.state, token }, { status: 410 });
}

/** Redirects the link's owner to Stripe's page (303), or mails another link to the owner of an old one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, claimForm);
  const replyWith = writes.formAgain(form, claimForm);
  const again = (refusal: Refusal) => ({ view: "refused" as const, reply: replyWith(refusal) });
  return await writes.run(context, form, { path: href("/earnings/claim"), again, failed }, async () => {
    const { token, country, intent } = writes.parse(form, claimForm);
    const opened = await payoutLinks.open(context, token);
    if (intent === "again") {
      if (opened.state === "old") await sendAgain(context, opened.userId);
      return seeOther(payoutLinks.claimPath(token));
    }
    if (opened.state !== "valid") return notValid(opened, token);
    return await leadToStripe(context, opened.link, token, country);
  });
}

const failed = { event: "payouts not set up by link", sentence: "Something went wrong. Please try again." };

async function leadToStripe(
  context: AppLoadContext,
  link: accountLinks.Link,
  token: string,
  country: string,
) {
  const { db } = context;
  const { userId, email } = link;
  await writes.allow(context, "payouts", 1, userId);
  const seller = await sellers.findByUser(db, userId);
  if (!seller) refuse("refused", "Only sellers can set up payouts");
  const owner = { userId, token, held: (at: number) => accountLinks.held(db, link, at) };
  try {
    return seeCardPage(await stripePages.linkToSetup(context, owner, seller, email, country));
  } catch (error) {
    // The account was restored at the same time. The link's page says so.
    if (guards.broken(error) === "link-valid") return seeOther(payoutLinks.claimPath(token));
    throw error;
  }
}

async function sendAgain(context: AppLoadContext, userId: string): Promise<void> {
  await writes.allow(context, "payouts", 1, userId);
  const result = await payoutLinks.sendAgain(context.db, userId, context.clock.now());
  context.sendMails();
  if (result === "sent") toast(context, "success", "We sent you a new link. It works for 7 days.");
  else toast(context, "info", "We have already sent you a link. Please check your spam folder too.");
}

export default function Claim() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const lastResult = answer && "reply" in answer ? answer.reply : undefined;
  const shown = answer && !("reply" in answer) ? answer : loaded;
  if ("expiredLink" in shown) return <ExpiredLink {...shown.expiredLink} />;
  return (
    <div className="wrap page">
      <div className="narrow stack">
        {shown.view === "asks" ? (
          <>
            <h1 className="stitch">Get paid</h1>
            <p>
              Your account is suspended, and what you have earned is still yours. Stripe, our payment
              provider, asks who you are and for your bank account. You can stop and continue later with the
              same link.
            </p>
            <SetupFields
              action={`${href("/earnings/claim")}?token=${encodeURIComponent(shown.token)}`}
              label="Continue to Stripe"
              asks={{ country: shown.asksCountry, password: false }}
              token={shown.token}
              lastResult={lastResult}
            />
          </>
        ) : shown.view === "done" ? (
          <>
            <h1 className="stitch">Your payouts are set up</h1>
            <p>There is nothing more to do here. We send what you have earned to your bank account.</p>
          </>
        ) : (
          <>
            <h1 className="stitch">This link no longer works</h1>
            <p>It is older than 7 days, or your account has changed since. We can email you a new one.</p>
            <Form method="post" reloadDocument>
              <input type="hidden" name="token" value={shown.token} />
              <Submit className="btn go" name="intent" value="again">
                Send a new link
              </Submit>
            </Form>
          </>
        )}
      </div>
    </div>
  );
}
