import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import * as accounts from "#app/auth/accounts.server.ts";
import { requireViewer } from "#app/auth/require-viewer.server.ts";
import { brand } from "#app/brand.ts";
import { monthName } from "#app/ledger/earned-month.ts";
import { date } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars, signedDollars } from "#app/lib/money.ts";
import { mainRead } from "#app/lib/reads.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { shortId } from "#app/orders/order.ts";
import { linksOf } from "#app/page-handle.ts";
import { periodTitle } from "#app/payouts/statements/period.ts";
import { requireStatement } from "#app/payouts/statements/require-statement.server.ts";
import { type Line, type LineKind, lineTexts } from "#app/payouts/statements/statement.ts";
import type { MonthLine } from "#app/payouts/statements/statements.server.ts";
import * as statements from "#app/payouts/statements/statements.server.ts";
import * as taxes from "#app/payouts/taxes/taxes.server.ts";
import type { Quarter } from "#app/payouts/taxes/taxes.ts";
import { bothNames } from "#app/profiles/profile.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { countryName } from "#app/sellers/countries.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./statement.css?url";

export const handle = { stylesheet };
export const links = linksOf(handle);
export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data ? `Statement ${data.title}` : "Statement", noindex: true });

/** /earnings/{period}: a seller's statement of a month or a year (docs/specification.md#statements). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, clock, log } = context;
  const name = params.period ?? "";
  const viewer = requireViewer(
    context,
    "Please sign in to continue",
    href("/earnings/:period", { period: name }),
  );
  await requireRead(context);
  const { period, statement } = await requireStatement(context, viewer, name);
  const { openingCents, changes, closingCents, months, range } = statement;
  const nothing = { lines: [], next: null };
  const read = () =>
    Promise.all([
      range && !period.isYear ? statements.listLines(db, range) : nothing,
      profiles.find(db, viewer.id),
      accounts.find(db, viewer.id),
      period.isYear ? taxes.findYears(db, [viewer.id], period) : null,
      period.isYear ? taxes.findCountry(db, viewer.id) : null,
    ]);
  const [{ lines, next }, profile, account, years, country] = await mainRead(
    read,
    "Something went wrong",
    log,
  );
  const isOver = period.end <= clock.now();
  return {
    name,
    title: periodTitle(period),
    isYear: period.isYear,
    start: period.start,
    until: period.end - 1,
    isOver,
    seller: { name: profile ? bothNames(profile) : "", email: account?.email ?? null },
    balance: { openingCents, changes, closingCents },
    lines,
    /** There are more lines than the page shows. */
    hasMore: next !== null,
    months,
    taxes: years && { ...(years.get(viewer.id) ?? { byPayment: [], byClearing: [] }), country },
    operator: context.operator,
  };
}

type Loaded = SerializeFrom<typeof loader>;

/** A seller's statement of a month or a year, to read and to print (docs/specification.md#statements). */
export default function StatementPage() {
  const loaded = useLoaderData<typeof loader>();
  const { name, title, isYear, isOver, seller, lines, hasMore, months, operator } = loaded;
  return (
    <div className="wrap page">
      <div className="mid stack">
        <article className="statement panel">
          <header className="row between">
            <h1 className="stitch">{`Statement ${title}`}</h1>
            <p className="serif">{brand}</p>
          </header>
          <p>
            <b>{seller.name}</b>
            {seller.email ? `, ${seller.email}` : null}
          </p>
          {isOver ? null : <p>{`So far. ${title} is not over yet.`}</p>}
          <Balances {...loaded} />
          <p className="small muted">
            The balance is what we owe you: what buyers have paid, less fees, refunds and what we have sent to
            your Stripe account. It includes orders that are not completed.
          </p>
          {isYear ? <Months months={months} /> : <Lines lines={lines} />}
          {loaded.taxes ? <Taxes {...loaded.taxes} /> : null}
          {hasMore ? (
            <p className="note plain">This month has more lines. The CSV file contains all of them.</p>
          ) : null}
          <p className="small muted">
            {`Sales through ${brand}, run by ${operator.name}, ${operator.address}, ${operator.email}. All amounts are in US dollars, all times in UTC.`}
          </p>
        </article>
        <p className="row unprinted">
          <a className="btn" href={href("/earnings/:period.csv", { period: name })} download="">
            Download as CSV
          </a>
          <Link className="btn" to={href("/earnings")}>
            Back to your earnings
          </Link>
        </p>
      </div>
    </div>
  );
}

/** The words for sums that differ from those of a line. */
const sumTexts: Partial<Record<LineKind, string>> = {
  paid: "Paid by buyers, after fees",
  refunded: "Refunded to buyers",
};

function Balances({ start, until, isOver, balance }: Pick<Loaded, "start" | "until" | "isOver" | "balance">) {
  return (
    <dl className="kv">
      <dt>{`Balance at the start of ${date(start)}`}</dt>
      <dd className="num">{signedDollars(balance.openingCents)}</dd>
      {balance.changes.flatMap(({ kind, cents }) => [
        <dt key={`${kind} name`}>{sumTexts[kind] ?? lineTexts[kind]}</dt>,
        <dd key={kind} className="num">
          {signedDollars(cents)}
        </dd>,
      ])}
      <dt className="sum">{isOver ? `Balance at the end of ${date(until)}` : "Balance so far"}</dt>
      <dd className="num sum">{signedDollars(balance.closingCents)}</dd>
    </dl>
  );
}

function Lines({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return <p>No activity this month.</p>;
  return (
    <>
      <h2>Lines</h2>
      <table className="small fold">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Line</th>
            <th scope="col" className="num">
              Price
            </th>
            <th scope="col" className="num">
              Fee
            </th>
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <StatementLine key={line.number} {...line} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function StatementLine({ at, kind, orderId, title, grossCents, feeCents, cents, debtCents }: Line) {
  return (
    <tr>
      <td>{date(at)}</td>
      <td>
        <b>{lineTexts[kind]}</b>
        <br />
        <Link to={href("/orders/:id", { id: orderId })}>{title}</Link>
        {` #${shortId(orderId)}`}
        {debtCents === 0 ? null : (
          <>
            <br />
            {debtCents > 0
              ? `${exactDollars(debtCents)} more owed back`
              : `${exactDollars(-debtCents)} less owed back`}
          </>
        )}
      </td>
      <td className="num" data-name={grossCents === 0 ? undefined : "Price"}>
        {grossCents === 0 ? null : signedDollars(grossCents)}
      </td>
      <td className="num" data-name={feeCents === 0 ? undefined : "Fee"}>
        {feeCents === 0 ? null : signedDollars(-feeCents)}
      </td>
      <td className="num" data-name="Amount">
        {signedDollars(cents)}
      </td>
    </tr>
  );
}

function Months({ months }: { months: MonthLine[] }) {
  if (months.length === 0) return <p>No activity this year.</p>;
  return (
    <>
      <h2>Months</h2>
      <table className="fold">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className="num">
              Change
            </th>
            <th scope="col" className="num">
              Closing balance
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, cents, closingCents }) => (
            <tr key={month}>
              <th scope="row">
                <Link to={href("/earnings/:period", { period: month })}>{monthName(month)}</Link>
              </th>
              <td className="num" data-name="Change">
                {signedDollars(cents)}
              </td>
              <td className="num" data-name="Closing balance">
                {signedDollars(closingCents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The year's sales for the tax office (docs/specification.md#taxes). */
function Taxes({ byPayment, byClearing, country }: NonNullable<Loaded["taxes"]>) {
  return (
    <>
      <h2>For your taxes</h2>
      <p>
        {country === null
          ? "You haven't told us the country where you receive payouts."
          : `Country where you receive payouts: ${countryName(country) ?? country}.`}
      </p>
      <Quarters caption="By the day of payment, as in a 1099-K" quarters={byPayment} />
      <Quarters caption="By the day on which your earnings cleared, as for DAC7" quarters={byClearing} />
      <p className="small muted">Gross sales are the prices, including what buyers paid with credit.</p>
    </>
  );
}

function Quarters({ caption, quarters }: { caption: string; quarters: Quarter[] }) {
  if (quarters.length === 0) return <p>{`${caption}: nothing this year.`}</p>;
  const columns = ["Orders", "Gross sales", "Fees", "Refunds"];
  return (
    <table className="fold">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Quarter</th>
          {columns.map((column) => (
            <th key={column} scope="col" className="num">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {quarters.map(({ quarter, orders, grossCents, feeCents, refundedCents }) => (
          <tr key={quarter}>
            <th scope="row">{`Q${quarter}`}</th>
            {[String(orders), ...[grossCents, feeCents, refundedCents].map(signedDollars)].map((text, i) => (
              <td key={columns[i]} className="num" data-name={columns[i]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
