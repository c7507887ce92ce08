import { Icon } from "#app/ui/icon.tsx";

/** docs/specification.md#header-and-footer, signed out. */
export function CreditPill() {
  return (
    <p className="pill">
      <Icon name="gift" />
      New users get $10 credit!
    </p>
  );
}
