import type { SubmissionResult } from "@conform-to/dom";
import { Link } from "@remix-run/react";
import { ContactForm, type ContactFormProps } from "#app/contact/page/contact-form.tsx";
import { PaymentCheckResult } from "#app/contact/page/payment-check-result.tsx";
import type { PaymentCheck } from "#app/contact/payment-check.ts";
import type { SiteOperator } from "#app/context.ts";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { Note } from "#app/ui/note.tsx";

type Props = Omit<ContactFormProps, "lastResult"> & {
  operator: SiteOperator;
  /** The result of the last check of payments; null if none is shown. */
  check: PaymentCheck | null;
  timeZone: string | null;
  /** False if the database does not answer: nothing can be sent now. */
  isReachable: boolean;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** The contact page (docs/specification.md#contact): the form, and who runs the site. */
export function ContactScreen({ operator, check, timeZone, isReachable, ...form }: Props) {
  const isUser = form.writerId !== null;
  return (
    <div className="wrap page">
      <div className="mid stack">
        <h1 className="stitch">Contact us</h1>
        <p className="lede">
          A person answers, usually within one working day. Choose a topic so that it reaches the right one.
        </p>
        <p className="row">
          {isUser ? (
            <Link className="more" to={href("/contact/requests")}>
              My requests
            </Link>
          ) : null}
          {linksTo("/help", "/faq").map(({ to, label }) => (
            <Link key={to} className="more" to={to}>
              {label}
            </Link>
          ))}
        </p>
        {isReachable ? null : (
          <Note kind="bad" title="We can't take requests right now">
            <p>
              {"What you type here stays. Please try again in a few minutes, or write to "}
              <a href={`mailto:${operator.email}`}>{operator.email}</a>.
            </p>
          </Note>
        )}
        {check ? <PaymentCheckResult check={check} timeZone={timeZone} /> : null}
        <ContactForm {...form} />
        <section className="mt-6" aria-labelledby="operator">
          <h2 id="operator">Who runs this site</h2>
          <p>{operator.name}</p>
          <p>{operator.address}</p>
          <p>
            <a href={`mailto:${operator.email}`}>{operator.email}</a>
          </p>
        </section>
      </div>
    </div>
  );
}
