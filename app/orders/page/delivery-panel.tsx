import { Link } from "@remix-run/react";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { ConfirmButton, NoteDetails } from "#app/orders/page/note-form.tsx";
import type { OrderView, TransitionReply } from "#app/orders/page/order-view.ts";
import { Avatar } from "#app/profiles/avatar.tsx";
import { bothNames } from "#app/profiles/profile.ts";
import { FileList } from "#app/uploads/file-list.tsx";

/** The last delivery with its files, and the buyer's answer to it. */
export function DeliveryPanel({
  order,
  delivery,
  transitions,
  seller,
  sellerPage,
  timeZone,
  reply,
}: OrderView & { reply: TransitionReply | null }) {
  if (!delivery) return null;
  const { event, count } = delivery;
  const complete = transitions.find(({ name }) => name === "complete");
  const revise = transitions.find(({ name }) => name === "revise");
  const left = order.revisions === -1 ? "" : ` (${order.revisions - order.revisionsUsed} left)`;
  return (
    <section className="mb-10" id="delivery">
      <h2 className="mb-4">{count > 1 ? `Delivery ${count}` : "Delivery"}</h2>
      <div className="panel stack">
        <div className="who">
          <Avatar profile={seller} size={40} />
          <span>
            <b>{sellerPage ? <Link to={sellerPage}>{bothNames(seller)}</Link> : bothNames(seller)}</b>
            <br />
            <span className="muted">{dateTime(event.at, timeZone)}</span>
          </span>
        </div>
        {event.note ? <p className="whitespace-pre-wrap">{event.note}</p> : null}
        <FileList
          files={event.files}
          pathOf={(file) => href("/orders/:id/files/:file", { id: order.id, file })}
          previews
        />
        {complete || revise ? (
          <div className="row items-start">
            {complete ? (
              <ConfirmButton
                order={order}
                name="complete"
                className={order.stage === "delivered" ? "btn go" : "btn"}
              />
            ) : null}
            {revise ? <NoteDetails order={order} offered={revise} reply={reply} left={left} /> : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}
