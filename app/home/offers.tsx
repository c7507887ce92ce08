import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** The page that a block links to. */
type LinkTarget = { to: string };

/** The promo cards for the AI assistant and for selling (docs/specification.md#home). */
export function PromoCards({ assistant, sell }: { assistant: LinkTarget; sell: LinkTarget }) {
  return (
    <section className="wrap sec split">
      <div className="promo">
        <h2>Not sure what to search for?</h2>
        <p>Describe the problem in a sentence. The AI assistant suggests three services that fit.</p>
        <LinkButton target={assistant}>
          <Icon name="spark" />
          Ask the assistant
        </LinkButton>
        <TalkDrawing />
      </div>
      <div className="promo warm">
        <h2>Keep all of it</h2>
        <p>0% commission: when a buyer pays $80, you earn $80. One registration fee of $50, paid once.</p>
        <LinkButton target={sell}>Become a seller</LinkButton>
        <PotDrawing />
      </div>
    </section>
  );
}

/**
 * The large AI assistant banner (docs/specification.md#home). The dialogue in it is only an illustration.
 */
export function AssistantBanner({ assistant }: { assistant: LinkTarget }) {
  return (
    <section className="wrap sec">
      <div className="promo deep split">
        <div className="stack">
          <h2 className="stitch">Tell it like you'd tell a friend</h2>
          <p className="lede">
            "My cousin is opening a tea shop in May and has nothing yet." That's enough for a start.
          </p>
          <LinkButton target={assistant} className="btn big">
            Try the AI assistant
          </LinkButton>
        </div>
        <div className="ask" aria-hidden="true">
          <p>A logo for a small coffee cooperative</p>
          <p>These three fit.</p>
          <div>
            {(["shapes", "pen", "leaf"] as const).map((name) => (
              <span key={name}>
                <Icon name={name} />
              </span>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

/** The call to action for sellers (docs/specification.md#home). */
export function SellBanner({ sell }: { sell: LinkTarget }) {
  return (
    <section className="wrap sec">
      <div className="promo warm">
        <h2 className="stitch">Start Selling Your Services Today</h2>
        <p>
          Write down what you do well, what it costs and how long it takes. Sellers keep 100% of earnings with
          0% commission.
        </p>
        <LinkButton target={sell} className="btn go big">
          Become a Seller
        </LinkButton>
        <PotDrawing />
      </div>
    </section>
  );
}

type LinkButtonProps = { target: LinkTarget; className?: string; children: ReactNode };

function LinkButton({ target, className = "btn", children }: LinkButtonProps) {
  return (
    <Link className={className} to={target.to}>
      {children}
    </Link>
  );
}

function TalkDrawing() {
  return (
    <svg className="art" viewBox="0 0 120 104" aria-hidden="true">
      <path
        fill="var(--teal)"
        d="M10 8h70a8 8 0 0 1 8 8v36a8 8 0 0 1-8 8H40L24 76V60H10a8 8 0 0 1-8-8V16a8 8 0 0 1 8-8z"
      />
      <path
        fill="var(--accent)"
        d="M52 36h58a8 8 0 0 1 8 8v30a8 8 0 0 1-8 8h-6v14L90 82H52a8 8 0 0 1-8-8V44a8 8 0 0 1 8-8z"
      />
      <path fill="var(--card)" d="M81 42c2 10 6 14 16 17-10 3-14 7-16 16-2-9-6-13-16-16 10-3 14-7 16-17z" />
    </svg>
  );
}

function PotDrawing() {
  return (
    <svg className="art" viewBox="0 -4 120 108" aria-hidden="true">
      <path
        fill="var(--teal)"
        d="M58 34C30 32 22 14 22 0c20 2 34 14 36 34zM62 34C60 10 76-2 98-4c0 20-10 36-36 38z"
      />
      <path
        fill="var(--accent)"
        d="M38 34h44c-2 12 18 18 18 40 0 18-12 30-20 30H40c-8 0-20-12-20-30 0-22 20-28 18-40z"
      />
      <path fill="var(--card)" d="M22 64q38 12 76 0l2 8q-40 14-80 0z" />
    </svg>
  );
}
