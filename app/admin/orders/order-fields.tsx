import { DescriptionList } from "#app/admin/description-list.tsx";
import { moment } from "#app/admin/humanize.ts";
import { stages } from "#app/admin/orders/order-filters.ts";
import type { OrderRecord } from "#app/admin/orders/order-record.server.ts";
import { UserLink } from "#app/admin/users/user-link.tsx";
import { daysText } from "#app/gigs/gig.ts";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import { removedSentence } from "#app/offers/accepting/acceptance.ts";
import { moreDays } from "#app/orders/more-days.ts";
import { lineRow } from "#app/orders/order-lines.ts";
import type { OrderLine } from "#drizzle/schema.ts";

/** An order's parties, terms, state, times, requirements and answers. */
export function OrderDetails({ record }: { record: OrderRecord }) {
  const { order, gig, offer, editions, buyer, seller } = record;
  const revisions = order.revisions === -1 ? "unlimited" : order.revisions;
  return (
    <section>
      <h2 className="mb-3">
        <a className="more" href={href("/services/s/:slug", { slug: gig.slug })}>
          {order.title}
        </a>
      </h2>
      <DescriptionList
        items={[
          ["Buyer", <UserLink key="buyer" {...buyer} />],
          ["Seller", <UserLink key="seller" {...seller} />],
          ["Package", order.packageTitle],
          order.lines && ["Ordered", <Lines key="lines" lines={order.lines} />],
          ["Price", exactDollars(order.priceCents)],
          ["Stage", stages.find(({ key }) => key === order.stage)?.label ?? order.stage],
          ["On hold", order.hold === "none" ? "no" : holdText(order)],
          ["Placed", moment(order.createdAt)],
          ["Paid", moment(order.paidAt)],
          ["Due", moment(order.deliveryDate)],
          ["More time", order.askedDays === null ? "–" : `${moreDays(order.askedDays)} asked for`],
          ["First delivered", moment(order.firstDeliveredAt)],
          ["Last delivered", moment(order.deliveredAt)],
          ["Completed", moment(order.completedAt)],
          ["Next automatic step", moment(order.deadlineAt)],
          ["Next reminder", moment(order.reminderAt)],
          ["Revisions used", `${order.revisionsUsed} of ${revisions}`],
          ["Refund window", `${order.refundDays} days from the first delivery`],
          ["ID", order.id],
        ]}
      />
      {offer ? <AcceptedOffer offer={offer} editions={editions} /> : null}
      {order.requirements ? (
        <>
          <h3 className="mt-5">Buyer's note</h3>
          <p>{order.requirements}</p>
        </>
      ) : null}
      {order.questions.map(({ question }, index) => (
        <div key={question} className="mt-5">
          <h3>{question}</h3>
          <p>{order.answers?.[index] ?? <span className="muted">Not answered</span>}</p>
        </div>
      ))}
    </section>
  );
}

function Lines({ lines }: { lines: OrderLine[] }) {
  return (
    <ul>
      {lines.map((line) => {
        const [text, cents] = lineRow(line);
        return <li key={line.id}>{`${text}: ${exactDollars(cents)}`}</li>;
      })}
    </ul>
  );
}

type Offer = NonNullable<OrderRecord["offer"]>;

/** The terms of the offer that the order accepts, and its versions. */
function AcceptedOffer({ offer, editions }: Pick<OrderRecord, "editions"> & { offer: Offer }) {
  return (
    <>
      <h3 className="mt-5">{`Custom offer, version ${offer.edition}`}</h3>
      <p className="small muted">{offer.id}</p>
      <p className="whitespace-pre-wrap">{offer.isRemoved ? `${removedSentence}.` : offer.text}</p>
      {offer.isRemoved ? null : (
        <ul>
          {offer.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      {editions.length > 1 ? (
        <ul className="mt-3">
          {editions.map(({ id, edition, priceCents, deliveryDays, state }) => (
            <li key={id}>
              {`Version ${edition}: ${exactDollars(priceCents)}, ${daysText(deliveryDays)}, ${state}`}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function holdText({ hold, heldBy, heldSince }: OrderRecord["order"]): string {
  const declined = hold === "refund" && heldBy === "seller";
  const by = heldBy === null ? "" : declined ? ", declined by the seller," : ` by the ${heldBy}`;
  return `${hold}${by}${heldSince === null ? "" : ` since ${dateTime(heldSince)}`}`;
}
