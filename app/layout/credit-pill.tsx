import { creditOffer } from "#app/ledger/credit.ts";
import { Icon } from "#app/ui/icon.tsx";

/** docs/specification.md#header-and-footer, signed out. */
export function CreditPill() {
  return (
    <p className="pill" title={creditOffer}>
      <Icon name="gift" />
      New users get $10 credit!
    </p>
  );
}
