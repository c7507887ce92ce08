import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "#app/brand.ts";
import { exactDollars } from "#app/lib/money.ts";

/** A party as the receipt names it. `email`: the reader's own; null for the other party. */
export type ReceiptParty = { name: string; email: string | null };

type Props = {
  title: string;
  /** The `Fact`s at the top. */
  facts: ReactNode;
  /** What was sold, in cents. */
  line: { heading: string; name: string; detail: string; cents: number };
  /** What was paid, and what became of it. */
  children: ReactNode;
  /** The last line: who runs the site. */
  seller: string;
  back: { to: string; label: string };
};

/** A receipt in the form of an invoice, for one printed page (receipt.css). */
export function ReceiptPaper({ title, facts, line, children, seller, back }: Props) {
  return (
    <div className="wrap page">
      <div className="mid stack">
        <article className="receipt panel">
          <header className="row between">
            <h1 className="stitch">{title}</h1>
            <p className="serif">{brand}</p>
          </header>
          <dl className="parties">{facts}</dl>
          <table>
            <thead>
              <tr>
                <th scope="col">{line.heading}</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>
                  <b>{line.name}</b>
                  <p>{line.detail}</p>
                </td>
                <td>{exactDollars(line.cents)}</td>
              </tr>
            </tbody>
          </table>
          {children}
          <p className="small muted">{`${seller} All amounts are in US dollars.`}</p>
        </article>
        <p>
          <Link className="btn" to={back.to}>
            {back.label}
          </Link>
        </p>
      </div>
    </div>
  );
}

export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function PartyFact({ name, party }: { name: string; party: ReceiptParty }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{party.name}</b>
      </dd>
      {party.email ? <dd>{party.email}</dd> : null}
    </div>
  );
}
